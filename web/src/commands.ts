// What the page is asked to do, in the order in which it was asked: nothing is lost, nothing runs twice at once.

import { Cancelled, long } from './engine';
import type { State } from './state';
import type { Status } from './status';

/** Seconds after which the page gives up by itself. */
const TIME_LIMIT = 60;
/** Milliseconds after which what runs is named; words for what is over at once would only flicker. */
export const PATIENCE = 150;
/** A text that is being read does not depend on the grid: an edit does not end that. */
export const READING = 'Reading';

export class Commands {
  #last: Promise<void> = Promise.resolve();
  #waiting: string[] = [];
  #running: string | null = null;

  constructor(
    state: State,
    private readonly status: Status,
    private readonly showBusy: (busy: boolean) => void,
  ) {
    state.onChange((_, cause) => {
      if (cause === 'edit') this.interrupt();
    });
  }

  /** Does something when all before it is done; what was asked already and has not begun is not done twice. */
  run(name: string, work: () => Promise<void>, isRepeatable = false): Promise<void> {
    if (!isRepeatable && (this.#running === name || this.#waiting.includes(name))) return this.#last;
    this.#waiting.push(name);
    this.#last = this.#last.then(async () => {
      this.#waiting.shift();
      await this.#do(name, work);
    });
    return this.#last;
  }

  /** Ends what runs long, because the grid is another one. */
  interrupt(): void {
    if (long.busy && this.#running !== null && this.#running !== READING) long.cancel(`${this.#running} ended, as the grid was changed.`);
  }

  cancel(): void {
    if (long.busy) long.cancel('Cancelled.');
  }

  async #do(name: string, work: () => Promise<void>): Promise<void> {
    this.#running = name;
    this.showBusy(true);
    const saying = setTimeout(() => (this.status.doing = `${name} …`), PATIENCE);
    const limit = setTimeout(() => long.cancel(`Given up after ${TIME_LIMIT} seconds.`), TIME_LIMIT * 1000);
    try {
      await work();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.status.say(error instanceof Cancelled ? message : `Error: ${message}.`, 'bad');
    } finally {
      clearTimeout(saying);
      clearTimeout(limit);
      this.#running = null;
      this.status.doing = null;
      this.showBusy(false);
    }
  }
}
