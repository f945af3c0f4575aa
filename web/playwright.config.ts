import { defineConfig } from '@playwright/test';

/** Chromium as the system has it; none of its own services, which would only look for a network. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: 'tests',
  globalSetup: './tests/server.ts',
  outputDir: 'test-results',
  workers: 2,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath, args: quiet },
    permissions: ['clipboard-read', 'clipboard-write'],
  },
});
