// What a worker with a module does: it is told the compiled module first, then it answers calls in order.

import type { Answers, ModuleName } from './modules';
import type { Board, Reply, Request } from './types';

/** A board as the modules read it. */
export const text = (board: Board): string => JSON.stringify(board);

type Init = (input: { module_or_path: WebAssembly.Module }) => Promise<unknown>;

/** Answers the calls of the page by these functions. */
export function serve<M extends ModuleName>(init: Init, answers: Answers<M>): void {
  let ready: Promise<unknown> | null = null;
  const calls = new Map<string, (...args: never[]) => unknown>(Object.entries(answers));

  async function answer({ id, name, args }: Request): Promise<Reply> {
    try {
      await ready;
      const call = calls.get(name);
      if (call === undefined) throw new Error(`no such call: ${name}`);
      return { id, value: call(...(args as never[])) };
    } catch (error) {
      // The module refuses with texts; anything else is a fault, after which it cannot be trusted.
      const isFault = typeof error !== 'string';
      return { id, error: isFault ? `internal error: ${String(error)}` : error, isFault };
    }
  }

  self.onmessage = async ({ data }: MessageEvent<WebAssembly.Module | Request>) => {
    if (data instanceof WebAssembly.Module) {
      ready = init({ module_or_path: data });
    } else {
      self.postMessage(await answer(data));
    }
  };
}
