// Asks the modules, which work in workers, so that the page never waits.

import clausesUrl from './wasm/clauses_bg.wasm?url';
import sudokuUrl from './wasm/sudoku_bg.wasm?url';
import type { Calls, Name, Reply } from './types';

/** An answer that nobody waits for any more. */
export class Cancelled extends Error {}

/** A module: where it is, what it is for, and the worker that it works in. */
class Module {
  #compiled: Promise<WebAssembly.Module> | null = null;

  constructor(
    private readonly url: string,
    readonly name: string,
    readonly worker: () => Worker,
  ) {}

  /** The module, fetched and compiled once; every worker gets the same. */
  compile(): Promise<WebAssembly.Module> {
    if (this.#compiled !== null) return this.#compiled;
    const compiled = (async () => {
      const response = await fetch(this.url);
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      return WebAssembly.compile(await response.arrayBuffer());
    })();
    // What could not be loaded can be asked for again.
    compiled.catch(() => {
      if (this.#compiled === compiled) this.#compiled = null;
    });
    this.#compiled = compiled;
    return compiled;
  }
}

const sudoku = new Module(sudokuUrl, 'solver', () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
const clauses = new Module(clausesUrl, 'module of clauses and constraints', () => new Worker(new URL('./clauses-worker.ts', import.meta.url), { type: 'module' }));

/** What the second module alone knows. */
const OF_CLAUSES: ReadonlySet<Name> = new Set<Name>([
  'constraints',
  'read_link',
  'unpack',
  'pack',
  'f_puzzles',
  'puzzle_json',
  'cnf',
  'cnf_view',
  'cell_clauses',
  'model',
  'story',
]);
/** What both know: the second one for puzzles with constraints. */
const OF_BOTH: ReadonlySet<Name> = new Set<Name>(['look', 'candidates', 'solve', 'count']);

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

/** A worker with a module, replaced by a new one when it is cancelled or has failed. */
class Host {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #last = 0;
  #n_workers = 0;

  constructor(private readonly module: Module) {}

  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  get generation(): number {
    return this.#n_workers;
  }

  call(name: Name, args: unknown[]): Promise<never> {
    const id = ++this.#last;
    const worker = (this.#worker ??= this.#start());
    return new Promise<never>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // What waits for the same promise goes on in order: the module was posted first.
      this.module.compile().then(
        () => worker.postMessage({ id, name, args }),
        // Who started the worker ends all that wait for it.
        () => undefined,
      );
    });
  }

  /** Starts the worker before it is needed. */
  warm(): void {
    this.#worker ??= this.#start();
  }

  cancel(reason: string): void {
    const hadWorker = this.#worker !== null;
    this.#end(new Cancelled(reason));
    if (hadWorker) this.warm();
  }

  #start(): Worker {
    const worker = this.module.worker();
    this.#n_workers += 1;
    this.module.compile().then(
      (module) => worker.postMessage(module),
      (error: unknown) => {
        if (this.#worker === worker) this.#end(new Error(`the ${this.module.name} could not be loaded: ${String(error)}`));
      },
    );
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#take(data);
    worker.onerror = () => this.#end(new Error(`the ${this.module.name} failed`));
    return worker;
  }

  #take(reply: Reply): void {
    // After a fault the worker is not to be trusted any more: the next call starts another one.
    if ('error' in reply && reply.isFault) return this.#end(new Error(reply.error));
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (waiting === undefined) return;
    if ('error' in reply) waiting.reject(new Error(reply.error));
    else waiting.resolve(reply.value as never);
  }

  #end(reason: Error): void {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
  }
}

/** Both modules; the second one is loaded when it is first asked. */
export class Engine {
  readonly #sudoku = new Host(sudoku);
  readonly #clauses = new Host(clauses);

  constructor() {
    this.#sudoku.warm();
  }

  get busy(): boolean {
    return this.#sudoku.busy || this.#clauses.busy;
  }

  /** Another number for each worker: what one has kept, the next one does not know. */
  get generation(): number {
    return this.#sudoku.generation;
  }

  call<N extends Name>(name: N, ...args: Calls[N][0]): Promise<Calls[N][1]> {
    const [first] = args;
    const hasConstraints = typeof first === 'object' && 'spec' in first && first.spec !== undefined;
    const isOfClauses = OF_CLAUSES.has(name) || (OF_BOTH.has(name) && hasConstraints);
    return (isOfClauses ? this.#clauses : this.#sudoku).call(name, args);
  }

  /** Ends the workers, whatever they do; all that wait learn of it. */
  cancel(reason = 'cancelled'): void {
    this.#sudoku.cancel(reason);
    this.#clauses.cancel(reason);
  }
}

/** For answers that come at once. */
export const quick = new Engine();
/** For what may take long, and can be cancelled. */
export const long = new Engine();
