// Before the first paint, so that a dark screen never flashes white. Same key and rule as Mantine's own manager.
try {
  var stored = localStorage.getItem('mantine-color-scheme-value')
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}
