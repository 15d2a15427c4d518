/** What waits in a queue of turns. */
interface Waiting {
  readonly group: string | null;
}

/**
 * A queue in which groups take turns: whoever waits with one task waits for one task of each other group
 * at most. Tasks without a group are a group together. Within a group the order is that of arrival.
 */
export class TurnQueue<T extends Waiting> {
  /** In the order of their turns. */
  readonly #groups = new Map<string | null, T[]>();

  add(task: T): void {
    const waiting = this.#groups.get(task.group);
    if (waiting === undefined) this.#groups.set(task.group, [task]);
    else waiting.push(task);
  }

  /** Takes the next task; its group goes to the end of the turns. */
  next(): T | undefined {
    const [first] = this.#groups;
    if (first === undefined) return undefined;
    const [group, tasks] = first;
    const task = tasks.shift();
    this.#groups.delete(group);
    if (tasks.length > 0) this.#groups.set(group, tasks);
    return task;
  }

  /** How many tasks of a group wait. */
  sizeOf(group: string | null): number {
    return this.#groups.get(group)?.length ?? 0;
  }
}
