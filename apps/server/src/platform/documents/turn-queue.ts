/** A queued task. */
interface Waiting {
  readonly group: string | null;
}

/**
 * A queue in which groups take turns: a task that is alone in its group waits for at most one task of
 * each other group. Tasks without a group form one group. Within a group, tasks run in sequence.
 */
export class TurnQueue<T extends Waiting> {
  /** Groups in the sequence of their turns. */
  readonly #groups = new Map<string | null, T[]>();

  add(task: T): void {
    const waiting = this.#groups.get(task.group);
    if (waiting === undefined) this.#groups.set(task.group, [task]);
    else waiting.push(task);
  }

  /** Removes and returns the next task; its group moves to the end. */
  next(): T | undefined {
    const [first] = this.#groups;
    if (first === undefined) return undefined;
    const [group, tasks] = first;
    const task = tasks.shift();
    this.#groups.delete(group);
    if (tasks.length > 0) this.#groups.set(group, tasks);
    return task;
  }

  /** Number of waiting tasks of a group. */
  sizeOf(group: string | null): number {
    return this.#groups.get(group)?.length ?? 0;
  }
}
