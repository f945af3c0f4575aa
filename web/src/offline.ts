// Keeps the page's files in the browser, so that it opens without a network.
//
// sw.js answers from this store when the network does not. It has what the page has loaded, by the browser's list, and what
// the page may load later; files of former versions go.

const STORE = 'sudoku-page';

/** Keeps what is loaded and these files. Fails where the browser keeps nothing, as for pages of another machine without TLS. */
export async function keepOffline(files: readonly string[]): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) throw new Error('the browser keeps no files of this page');
  await navigator.serviceWorker.register('./sw.js');
  const here = new URL('./', location.href);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const ours = loaded.filter((url) => url.href.startsWith(here.href) && !url.pathname.endsWith('/sw.js'));
  const later = files.map((file) => new URL(file, here).href);
  const wanted = new Set([here.href, ...ours.map(({ href }) => href), ...later]);
  const store = await caches.open(STORE);
  const kept = new Set((await store.keys()).map(({ url }) => url));
  await store.addAll([...wanted].filter((url) => url === here.href || !kept.has(url)));
  await Promise.all([...kept].filter((url) => !wanted.has(url)).map((url) => store.delete(url)));
  document.documentElement.dataset['offline'] = 'ready';
}
