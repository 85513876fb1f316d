/**
 * Fills every `<div data-copydesk-ad="KEY">` of a page, once: asks for all of them in one call, keeps the box that the snippet
 * reserves, reports that an ad was put into the page, and that half of it was in view for a second. No cookie, nothing kept on
 * the device. For readers who ask not to be tracked it shows ads and reports nothing. `data-article` on the script or on an
 * element is the id of the article; any other text, such as the placeholder of the snippet, counts as a page without an article.
 * Plain ES2017, because it runs in browsers that we do not choose.
 */
export const adsScript = `(() => {
  const script = document.currentScript;
  const nav = navigator;
  const silent = nav.doNotTrack === '1' || window.doNotTrack === '1' || nav.globalPrivacyControl === true;
  const base = new URL('.', script.src).href;
  const waiting = [];
  let timer = 0;
  let tries = 0;

  const send = (beacon) => {
    const events = waiting.splice(0, 100);
    if (!events.length) return;
    const body = JSON.stringify({ events });
    if (beacon) return nav.sendBeacon(base + 'events', new Blob([body], { type: 'application/json' }));
    const again = () => {
      if (tries++ > 5) return;
      waiting.unshift(...events);
      later(1000 * 2 ** tries);
    };
    fetch(base + 'events', {
      method: 'POST', body, keepalive: true, credentials: 'omit', referrerPolicy: 'no-referrer',
      headers: { 'content-type': 'application/json' },
    }).then((reply) => { if (reply.status === 429 || reply.status > 499) again(); else tries = 0; }, again);
  };
  const later = (ms) => { clearTimeout(timer); timer = setTimeout(send, ms); };
  const report = (type, ad, article) => {
    if (silent) return;
    const event = { type, ad: ad.id, placement: ad.placement, impression: ad.impression };
    if (article) event.article = article;
    waiting.push(event);
    later(100);
  };
  addEventListener('pagehide', () => send(true));

  const watch = (node, seen) => {
    let clock = 0;
    const back = () => { eye.unobserve(node); clearTimeout(clock); if (!document.hidden) eye.observe(node); };
    const eye = new IntersectionObserver((entries) => {
      clearTimeout(clock);
      if (entries[entries.length - 1].intersectionRatio >= 0.5 && !document.hidden)
        clock = setTimeout(() => { if (!document.hidden) { eye.disconnect(); document.removeEventListener('visibilitychange', back); seen(); } }, 1000);
    }, { threshold: [0, 0.5] });
    eye.observe(node);
    document.addEventListener('visibilitychange', back);
  };

  const make = (tag, props, ...children) => {
    const node = Object.assign(document.createElement(tag), props);
    node.append(...children);
    return node;
  };
  const show = (box, ad, article) => {
    const { creative, size } = ad;
    let inner;
    if (creative.kind === 'html') {
      inner = make('iframe', { src: creative.frame, title: ad.label || 'Advertisement', referrerPolicy: 'no-referrer' });
      inner.setAttribute('sandbox', 'allow-scripts allow-popups allow-popups-to-escape-sandbox');
      inner.style.border = 0;
    } else {
      inner = make('a', { href: ad.clickUrl, target: '_blank', rel: 'noopener sponsored nofollow' });
      inner.append(...(creative.kind === 'image'
        ? [make('img', { src: creative.url, alt: creative.alt || ad.advertiser, width: size.width, height: size.height, style: 'max-width:100%;height:auto' })]
        : [make('strong', { textContent: creative.title }), make('br'), creative.text]));
    }
    inner.style.display = 'block';
    if (size) { inner.style.width = size.width + 'px'; inner.style.maxWidth = '100%'; inner.style.height = creative.kind === 'html' ? size.height + 'px' : 'auto'; }
    box.setAttribute('role', 'region');
    box.setAttribute('aria-label', ad.label || 'Advertisement');
    box.replaceChildren(inner);
    // Above the words of a text, in a corner of all else.
    if (ad.label) box.prepend(make('small', { textContent: ad.label, style: creative.kind === 'text' ? 'display:block' : 'position:absolute;right:0;top:0;padding:0 4px;background:#fff;color:#333' }));
    box.style.position = 'relative';
    report('impression', ad, article);
    watch(inner, () => report('viewable', ad, article));
  };

  const fill = () => {
    const boxes = [...document.querySelectorAll('[data-copydesk-ad]:not([data-copydesk-asked])')].slice(0, 20);
    if (!boxes.length) return;
    const article = [script, ...boxes].map((node) => node.dataset.article).find((id) => /^[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}$/i.test(id));
    const query = new URLSearchParams(boxes.map((box) => ['placement', box.dataset.copydeskAd]));
    if (article) query.set('article', article);
    for (const box of boxes) box.setAttribute('data-copydesk-asked', '');
    fetch(base + 'ads/decision?' + query, { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' })
      .then((reply) => reply.ok ? reply.json() : { items: [] })
      .then(({ items }) => items.forEach((item, n) => {
        if (item.box) boxes[n].style.minHeight = item.box.height + 'px';
        if (item.ad) show(boxes[n], item.ad, article);
      }), () => {});
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', fill); else fill();
})();
`
