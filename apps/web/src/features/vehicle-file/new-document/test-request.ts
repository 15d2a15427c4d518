import { act } from '@testing-library/react';

/** An XMLHttpRequest with a scripted response. */
export class Request {
  static all: Request[] = [];
  static status = 201;
  static body: unknown = {};
  headers: Record<string, string> = {};
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  address = '';
  form = new FormData();
  status = 0;
  statusText = '';
  responseText = '';
  open(_method: string, address: string) {
    this.address = address;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(form: FormData) {
    this.form = form;
    Request.all.push(this);
  }
  abort() {
    this.onabort?.();
  }
  answer() {
    this.status = Request.status;
    this.responseText = JSON.stringify(Request.body);
    act(() => this.onload?.());
  }
}
