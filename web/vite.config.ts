import { defineConfig } from 'vite';

// Addresses are relative, so that the files can lie in any folder of any host; nothing is inlined, because
// the page's policy allows only files of its own origin.
export default defineConfig({
  base: './',
  build: { assetsInlineLimit: 0, target: 'es2022', modulePreload: { polyfill: false } },
  worker: { format: 'es' },
});
