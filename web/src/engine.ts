// Asks the module, which works in a worker, so that the page never waits.

import moduleUrl from './wasm/sudoku_bg.wasm?url';
import type { Calls, Name, Reply } from './types';

/** An answer that nobody waits for any more. */
export class Cancelled extends Error {}

let compiled: Promise<WebAssembly.Module> | null = null;

/** The module, fetched and compiled once; every worker gets the same. */
function compile(): Promise<WebAssembly.Module> {
  compiled ??= (async () => {
    const response = await fetch(moduleUrl);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return WebAssembly.compile(await response.arrayBuffer());
  })();
  return compiled;
}

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

/** A worker, replaced by a new one when it is cancelled or has failed. */
export class Engine {
  #worker: Worker | null;
  #waiting = new Map<number, Waiting>();
  #last = 0;
  #n_workers = 0;

  constructor() {
    this.#worker = this.#start();
  }

  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  /** Another number for each worker: what one has kept, the next one does not know. */
  get generation(): number {
    return this.#n_workers;
  }

  call<N extends Name>(name: N, ...args: Calls[N][0]): Promise<Calls[N][1]> {
    const id = ++this.#last;
    const worker = (this.#worker ??= this.#start());
    return new Promise<Calls[N][1]>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // What waits for the same promise goes on in order: the module was posted first.
      compile().then(
        () => worker.postMessage({ id, name, args }),
        (error: unknown) => this.#fail(`the solver could not be loaded: ${String(error)}`),
      );
    });
  }

  /** Ends the worker, whatever it does; all that wait learn of it. */
  cancel(reason = 'cancelled'): void {
    this.#end(new Cancelled(reason));
    this.#worker ??= this.#start();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.#n_workers += 1;
    // Whoever calls learns that there is no module.
    compile().then((module) => worker.postMessage(module), () => undefined);
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#take(data);
    worker.onerror = () => this.#fail('the solver failed');
    return worker;
  }

  #take(reply: Reply): void {
    if ('error' in reply && reply.isFault) return this.#fail(reply.error);
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (waiting === undefined) return;
    if ('error' in reply) waiting.reject(new Error(reply.error));
    else waiting.resolve(reply.value as never);
  }

  /** The worker is not to be trusted any more: the next call starts another one. */
  #fail(reason: string): void {
    this.#end(new Error(reason));
  }

  #end(reason: Error): void {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
  }
}

/** For answers that come at once. */
export const quick = new Engine();
/** For what may take long, and can be cancelled. */
export const long = new Engine();
