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

/** A worker, replaced by a new one when it is cancelled. */
export class Engine {
  #worker: Worker;
  #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor() {
    this.#worker = this.#start();
  }

  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  call<N extends Name>(name: N, ...args: Calls[N][0]): Promise<Calls[N][1]> {
    const id = ++this.#last;
    const worker = this.#worker;
    return new Promise<Calls[N][1]>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // What waits for the same promise goes on in order: the module was posted first.
      void compile().then(() => worker.postMessage({ id, name, args }), () => undefined);
    });
  }

  /** Ends the worker, whatever it does; all that wait are told. */
  cancel(reason = 'cancelled'): void {
    this.#worker.terminate();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#worker = this.#start();
    for (const { reject } of waiting) reject(new Cancelled(reason));
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    compile().then(
      (module) => worker.postMessage(module),
      (error: unknown) => this.#fail(`the solver could not be loaded: ${String(error)}`),
    );
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#take(data);
    worker.onerror = () => this.#fail('the solver failed');
    return worker;
  }

  #take(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (waiting === undefined) return;
    if ('error' in reply) waiting.reject(new Error(reply.error));
    else waiting.resolve(reply.value as never);
  }

  #fail(reason: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    this.#waiting.clear();
  }
}

/** For answers that come at once. */
export const quick = new Engine();
/** For what may take long, and can be cancelled. */
export const long = new Engine();
