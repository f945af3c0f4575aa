// Answers from the network, and from what src/offline.ts kept where there is none; what its name says is unchanged
// comes from there at once.

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const kept = () => caches.match(request, { ignoreSearch: true, ignoreVary: true });
  const isAsset = new URL(request.url).pathname.includes('/assets/');
  event.respondWith(
    isAsset
      ? kept().then((found) => found ?? fetch(request))
      : fetch(request).catch(() => kept().then((found) => found ?? Response.error())),
  );
});
