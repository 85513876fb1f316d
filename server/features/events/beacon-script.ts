/**
 * The script for the outside site, as it is sent:
 * `<script defer src="https://desk.example.com/content/v1/beacon.js" data-article="ID"></script>`
 * reports a view of that article; `copydesk.search(term, results)` and `copydesk.searchClick(term, article, position)` report
 * searches. No cookie, nothing kept on the device. Says nothing for readers who ask not to be tracked. Plain ES2017, because
 * it runs in browsers that no one of ours chooses.
 */
export const beaconScript = `(() => {
  const script = document.currentScript;
  const nav = navigator;
  const silent = nav.doNotTrack === '1' || window.doNotTrack === '1' || nav.globalPrivacyControl === true;
  const url = new URL('events', script.src).href;
  const waiting = [];
  let timer = 0;
  let tries = 0;
  let busy = false;

  const id = () => crypto.randomUUID ? crypto.randomUUID() : undefined;
  const bodyOf = (call) => JSON.stringify({ batch: call.batch, sentAt: new Date().toISOString(), events: call.events });
  const later = (ms) => { if (!timer) timer = setTimeout(() => { timer = 0; send(); }, ms); };
  const pause = (reply) => {
    const asked = reply ? Number(reply.headers.get('retry-after')) * 1000 : 0;
    return Math.max(asked || 0, Math.min(60000, 1000 * 2 ** tries++) * (0.5 + Math.random() / 2));
  };

  const send = () => {
    if (busy || !waiting.length) return;
    const call = waiting[0];
    busy = true;
    fetch(url, {
      method: 'POST', body: bodyOf(call), keepalive: true, credentials: 'omit', referrerPolicy: 'no-referrer',
      headers: { 'content-type': 'application/json' },
    }).then((reply) => {
      if (reply.status === 429 || reply.status >= 500) return later(pause(reply));
      tries = 0;
      waiting.shift();
    }, () => later(pause())).then(() => {
      busy = false;
      if (waiting.length && !timer) later(0);
    });
  };

  const report = (event) => {
    if (silent) return;
    event.at = new Date().toISOString();
    const last = waiting[waiting.length - 1];
    if (last && !(busy && last === waiting[0]) && last.events.length < 100) last.events.push(event);
    else if (waiting.length < 20) waiting.push({ batch: id(), events: [event] });
    later(100);
  };

  addEventListener('pagehide', () => {
    for (const call of waiting.splice(busy ? 1 : 0)) nav.sendBeacon(url, new Blob([bodyOf(call)], { type: 'application/json' }));
  });

  // The term of an address without one is null, and an empty one would be refused.
  const termOf = (given) => String(given ?? '').trim().slice(0, 200);
  const reportTerm = (event) => { if (event.term) report(event); };

  window.copydesk = {
    view: (article) => report({ type: 'view', article, referrer: document.referrer.slice(0, 2000) }),
    search: (term, results) => reportTerm({ type: 'search', term: termOf(term), results }),
    searchClick: (term, article, position) => reportTerm({ type: 'searchClick', term: termOf(term), article, position }),
  };
  if (script.dataset.article) window.copydesk.view(script.dataset.article);
})();
`
