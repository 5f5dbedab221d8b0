// Keeps the page for when the server is not running, so that an installed Sissa can say so. Answers of the API are never kept.
const KEPT = 'sissa-1';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));

/** From the server if it answers, else as it was the last time. */
async function fresh(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}

/** All views are one page. Where it is another than the last time, the files of the old one go. */
async function view(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (!answer.ok) return answer;
    const [now, before] = [await answer.clone().text(), await (await cache.match('/'))?.text()];
    if (before !== undefined && before !== now) for (const name of await cache.keys()) await cache.delete(name);
    await cache.put('/', answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match('/');
    if (kept) return kept;
    throw error;
  }
}

/** Files that carry their content in their name never change. */
async function lasting(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener('fetch', event => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (event.request.mode === 'navigate') event.respondWith(view(event.request));
  else if (pathname.startsWith('/assets/')) event.respondWith(lasting(event.request));
  else event.respondWith(fresh(event.request));
});
