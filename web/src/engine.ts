// Asks the modules, which work in workers, so that the page never waits.

import { ANSWERED_BY, MODULES, type ModuleName } from './modules';
import type { Calls, Name, Reply } from './types';

/** An answer that nobody waits for any more. */
export class Cancelled extends Error {}

/** A module that could not be loaded: it is asked for again by the next call. */
export class NotLoaded extends Error {}

/** Told how much of what is being loaded is here, from 0 to 1; `null` when nothing is being loaded. */
type Progress = (share: number | null) => void;

const received = new Map<Module, number>();
let tell: Progress = () => undefined;

/** Whether a module is being loaded. */
export const isLoading = (): boolean => received.size > 0;

export function onProgress(listener: Progress): void {
  tell = listener;
  tellProgress();
}

function tellProgress(): void {
  if (received.size === 0) return tell(null);
  const all = [...received.keys()].reduce((sum, { size }) => sum + size, 0);
  const here = [...received.values()].reduce((sum, bytes) => sum + bytes, 0);
  tell(Math.min(1, here / all));
}

/** A module, fetched and compiled once; every worker gets the same. */
class Module {
  readonly title: string;
  readonly size: number;
  readonly #url: string;
  readonly #worker: string;
  #compiled: Promise<WebAssembly.Module> | null = null;

  constructor(name: ModuleName) {
    const { title, url, worker, size } = MODULES[name];
    this.title = title;
    this.size = size;
    this.#url = url;
    this.#worker = worker;
  }

  worker(): Worker {
    return new Worker(this.#worker, { type: 'module' });
  }

  compile(): Promise<WebAssembly.Module> {
    if (this.#compiled !== null) return this.#compiled;
    const compiled = this.#fetch()
      .then((bytes) => WebAssembly.compile(bytes))
      .finally(() => {
        received.delete(this);
        tellProgress();
      });
    // What could not be loaded can be asked for again.
    compiled.catch(() => {
      if (this.#compiled === compiled) this.#compiled = null;
    });
    this.#compiled = compiled;
    return compiled;
  }

  async #fetch(): Promise<ArrayBuffer> {
    received.set(this, 0);
    tellProgress();
    const response = await fetch(this.#url);
    if (!response.ok || response.body === null) throw new Error(`${response.status} ${response.statusText}`);
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      chunks.push(part.value);
      received.set(this, (received.get(this) ?? 0) + part.value.length);
      tellProgress();
    }
    return new Blob(chunks).arrayBuffer();
  }
}

/** Both engines share the compiled modules. */
const modules = new Map<ModuleName, Module>();

function moduleNamed(name: ModuleName): Module {
  const module = modules.get(name) ?? new Module(name);
  modules.set(name, module);
  return module;
}

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
        if (this.#worker === worker) this.#end(new NotLoaded(`the ${this.module.title} could not be loaded (${error instanceof Error ? error.message : String(error)})`));
      },
    );
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#take(data);
    worker.onerror = () => this.#end(new Error(`the ${this.module.title} failed`));
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

/** All modules, each loaded when it is first asked; the solver at once. */
export class Engine {
  readonly #hosts = new Map<ModuleName, Host>();

  constructor() {
    this.#host('grids').warm();
  }

  get busy(): boolean {
    return [...this.#hosts.values()].some((host) => host.busy);
  }

  /** Another number for each worker of a module: what one has kept, the next one does not know. */
  generation(name: ModuleName): number {
    return this.#host(name).generation;
  }

  call<N extends Name>(name: N, ...args: Calls[N][0]): Promise<Calls[N][1]> {
    const [first] = args;
    const hasConstraints = typeof first === 'object' && 'spec' in first && first.spec !== undefined;
    const answering: readonly ModuleName[] = ANSWERED_BY[name];
    const [plain = 'grids', constrained = plain] = answering;
    return this.#host(hasConstraints ? constrained : plain).call(name, args);
  }

  /** Ends the workers, whatever they do; all that wait learn of it. */
  cancel(reason = 'cancelled'): void {
    for (const host of this.#hosts.values()) host.cancel(reason);
  }

  #host(name: ModuleName): Host {
    const host = this.#hosts.get(name) ?? new Host(moduleNamed(name));
    this.#hosts.set(name, host);
    return host;
  }
}

/** For answers that come at once. */
export const quick = new Engine();
/** For what may take long, and can be cancelled. */
export const long = new Engine();
