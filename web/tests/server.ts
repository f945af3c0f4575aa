// Starts the server with the page for all tests, and stops it after them. PAGE names another server that runs already.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The folder of the tools, as the Makefile names it. */
export const bin = process.env['BIN'] ?? '../target/debug';

export default async function start(): Promise<() => Promise<void>> {
  if (process.env['PAGE'] !== undefined) return async () => undefined;
  const server = spawn(`${bin}/sudoku-web`, ['--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout });
  const [address] = (await once(lines, 'line')) as [string];
  process.env['PAGE'] = address;
  return async () => {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  };
}
