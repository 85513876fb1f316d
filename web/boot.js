/*
 * Runs before the first paint and before the modules of the console. In the build `ROUTES` has the files of each screen: they
 * and the first calls of the article list are asked for here, so that code and data travel together.
 */
/** @type {{ screens: [string, number[]][], files: string[] }} */
const ROUTES = { screens: [], files: [] }

// A dark screen never flashes white. Same key and rule as Mantine's own manager.
let scheme = 'light'
let token = null
let isNarrow = false
try {
  const stored = localStorage.getItem('mantine-color-scheme-value')
  const isDark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  if (isDark) scheme = 'dark'
  const chosen = localStorage.getItem('copydesk.menu-collapsed')
  isNarrow = chosen === 'true' || (chosen === null && matchMedia('(max-width: 1023px)').matches)
  token = sessionStorage.getItem('token')
} catch {
  // Without storage there is no session either.
}
const page = document.documentElement
page.setAttribute('data-mantine-color-scheme', scheme)

/**
 * The files of the screen at a path, most of them shared with others.
 * @param {string} path
 */
const filesOf = (path) => {
  const screen = ROUTES.screens.find(([pattern]) => new RegExp(`^${pattern}$`).test(path))
  return screen ? screen[1].map((at) => ROUTES.files[at]) : []
}

const path = location.pathname === '/' ? '/jCore/article' : location.pathname
const early = new Map()
if (token !== null && path.startsWith('/jCore/')) {
  page.setAttribute('data-boot', isNarrow ? 'narrow' : 'wide')
  const ask = (url) => {
    // As the HTTP client of the console asks; a failure is left to it.
    const headers = { Accept: 'application/json', Authorization: `bearer ${token}` }
    const forgery = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)
    if (forgery) headers['X-XSRF-TOKEN'] = decodeURIComponent(forgery[1])
    const reply = fetch(url, { headers }).then((answer) => (answer.ok ? answer.json() : undefined))
    const call = { token, reply: reply.catch(() => undefined) }
    void call.reply.then((answer) => (call.answer = answer))
    early.set(url, call)
  }
  ask('/api/session')
  ask('/api/setup')
  if (path === '/jCore/article' && location.search === '') {
    ask('/api/articles?sort=-updatedAt&page=1&pageSize=25')
    ask('/api/saved-views?screen=articles')
  }
}
for (const file of filesOf(path)) {
  const link = document.createElement('link')
  link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
  if (file.endsWith('.css')) link.as = 'style'
  // As the modules and styles are asked for later, or they would be fetched twice.
  link.crossOrigin = ''
  link.href = `/${file}`
  document.head.append(link)
}

window.copydeskBoot = {
  early,
  /** Fetches the files of a screen into the browser's cache, after everything else. */
  fetchScreen: (next) => filesOf(next).forEach((file) => void fetch(`/${file}`, { priority: 'low' }).catch(() => {})),
}
