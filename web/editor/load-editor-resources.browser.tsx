import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { DEFAULT_DEPENDENCIES, EditorLoadError, loadEditorResources } from './load-editor-resources.ts'

const urls: string[] = []
const order: string[] = []
Object.assign(window, { loadOrder: order })

/** A script at an address of its own, served from memory. */
function script(source: string): string {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  urls.push(url)
  return url
}

afterEach(() => {
  urls.splice(0).forEach((url) => URL.revokeObjectURL(url))
  order.length = 0
})

const homeUrl = '/editor/'
const real = ['editor.config.js', 'editor.all.min.js']

test('scripts run strictly in order, whatever they weigh', async () => {
  const heavy = `${'/* heavy */'.repeat(200_000)};loadOrder.push('first')`
  const dependencies = [script(heavy), script("loadOrder.push('second')"), ...real]
  await loadEditorResources({ homeUrl, dependencies })
  expect(order).toEqual(['first', 'second'])
})

test('relative names are found under the home URL, with or without a slash at its end', async () => {
  const engine = await loadEditorResources({ homeUrl: '/editor' })
  expect(engine.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(document.querySelector(`script[src="${location.origin}/editor/editor.config.js"]`)).not.toBeNull()
})

test('many callers at once add one tag per address', async () => {
  const url = script("loadOrder.push('once')")
  await Promise.all(Array.from({ length: 5 }, () => loadEditorResources({ homeUrl, dependencies: [url, ...real] })))
  expect(order).toEqual(['once'])
})

test('a failure is forgotten: the next call tries again', async () => {
  const dependencies = [`/editor-faults/first-gone.js?${crypto.randomUUID()}`, ...real]
  const load = () => loadEditorResources({ homeUrl, dependencies })
  await expect(load()).rejects.toThrow(EditorLoadError)
  expect(document.querySelectorAll('[data-editor-resource*="first-gone"]')).toHaveLength(0)
  expect(await load()).toBe(window.CopydeskEditor)
  expect(document.querySelectorAll('[data-editor-resource*="first-gone"]')).toHaveLength(1)
})

test('a style sheet that fails is a failure too', async () => {
  await expect(loadEditorResources({ homeUrl, dependencies: [...real, '/nowhere/missing.css'] })).rejects.toMatchObject(
    {
      name: 'EditorLoadError',
      url: expect.stringContaining('/nowhere/missing.css'),
    },
  )
})

test('a server that answers with something else than an engine is a failure', async () => {
  const engine = window.CopydeskEditor
  delete window.CopydeskEditor
  const url = script('void 0')
  await expect(loadEditorResources({ homeUrl, dependencies: [url] })).rejects.toMatchObject({
    url,
    cause: expect.any(TypeError),
  })
  expect(document.querySelector(`[src="${url}"]`)).toBeNull()
  window.CopydeskEditor = engine!
})

test('a start page sent with 200 in place of a script is a failure, even when an engine is there already', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => complain.mockRestore())
  expect(window.CopydeskEditor).toBeDefined()
  for (const _ of ['first', 'again'])
    await expect(loadEditorResources({ homeUrl: '/editor-faults/', dependencies: ['page.js'] })).rejects.toMatchObject({
      url: expect.stringMatching(/page\.js$/),
      cause: expect.any(SyntaxError),
    })
  expect(document.querySelectorAll('[data-editor-resource*="page.js"]')).toHaveLength(0)
})

test('a start page sent with 200 in place of a style sheet is a failure', async () => {
  await expect(
    loadEditorResources({ homeUrl, dependencies: [...real, '/editor-faults/page.css'] }),
  ).rejects.toMatchObject({ name: 'EditorLoadError', url: expect.stringMatching(/page\.css$/) })
})

test('a script that breaks is a failure that names it and keeps what it threw', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => complain.mockRestore())
  const url = script("throw new RangeError('half way')")
  await expect(loadEditorResources({ homeUrl, dependencies: [url, ...real] })).rejects.toMatchObject({
    url,
    cause: expect.objectContaining({ name: 'RangeError', message: 'half way' }),
  })
})

test('a script that never answers is given up after the time limit, and holds up no later one', async () => {
  await expect(
    loadEditorResources({ homeUrl, dependencies: ['/editor-faults/silent.js'], timeLimit: 200 }),
  ).rejects.toMatchObject({
    name: 'EditorLoadError',
    url: expect.stringMatching(/silent\.js$/),
    cause: expect.objectContaining({ name: 'TimeoutError' }),
  })
  expect(document.querySelectorAll('[data-editor-resource*="silent.js"]')).toHaveLength(0)
  await loadEditorResources({ homeUrl, dependencies: [script("loadOrder.push('after')"), ...real], timeLimit: 3000 })
  expect(order).toEqual(['after'])
})

test('style sheets are asked for side by side, a script only when the one before it has run', async () => {
  const tags = () =>
    [...document.querySelectorAll('[data-editor-resource*="side-by-side"]')].map(({ localName }) => localName)
  const loading = loadEditorResources({
    homeUrl: '/editor-faults/',
    dependencies: ['silent.js?side-by-side', 'second.js?side-by-side', 'one.css?side-by-side', 'two.css?side-by-side'],
    timeLimit: 300,
  })
  expect(tags().toSorted()).toEqual(['link', 'link', 'script'])
  await expect(loading).rejects.toThrow(EditorLoadError)
  expect(document.querySelector('[data-editor-resource*="second.js"]')).toBeNull()
})

test.each([
  ['https://cdn.example/editor', 'a.js', 'https://cdn.example/editor/a.js'],
  ['/editor/', './sub/../a.js?v=1', '/editor/a.js?v=1'],
  ['/editor/', '/other/a.js', '/other/a.js'],
  ['editor/v1/', 'a.js', '/editor/v1/a.js'],
  ['/editor/', 'https://cdn.example/a.js', 'https://cdn.example/a.js'],
])('under the home URL %s the name %s means %s', async (home, name, expected) => {
  const tag = new Promise<string>((resolve) => {
    const append = vi.spyOn(document.head, 'append').mockImplementation((node) => {
      resolve((node as HTMLScriptElement).src)
      ;(node as HTMLScriptElement).dispatchEvent(new Event('error'))
    })
    onTestFinished(() => append.mockRestore())
  })
  await expect(loadEditorResources({ homeUrl: home, dependencies: [name] })).rejects.toThrow(EditorLoadError)
  expect(await tag).toBe(new URL(expected, document.baseURI).href)
})

test('a home URL that is none is a failure to load, with the reason', async () => {
  await expect(loadEditorResources({ homeUrl: 'https://' })).rejects.toMatchObject({
    name: 'EditorLoadError',
    url: expect.stringContaining('https://'),
    cause: expect.any(TypeError),
  })
})

test('the failure says what to check, names the address and keeps the cause', () => {
  const cause = new Error('why')
  const error = new EditorLoadError('https://example.com/editor/editor.config.js', cause)
  expect(error.message).toBe(
    'The editor resources failed to load: https://example.com/editor/editor.config.js. Check that the resource exists and that the home URL is configured correctly.',
  )
  expect(error.cause).toBe(cause)
})

test('the files asked for by default are the config script, the minified main script and the style sheet', async () => {
  expect(DEFAULT_DEPENDENCIES).toEqual(['editor.config.js', 'editor.all.min.js', 'editor.css'])
  await loadEditorResources({ homeUrl })
  for (const name of DEFAULT_DEPENDENCIES)
    expect(document.querySelectorAll(`[data-editor-resource$="/editor/${name as string}"]`)).toHaveLength(1)
})

test('a wrong integrity is a failure, the right one from the manifest loads', async () => {
  const { files } = (await (await fetch('/editor/manifest.json')).json()) as {
    files: Record<string, { integrity: string }>
  }
  const name = 'editor.config.js'
  await expect(
    loadEditorResources({
      homeUrl,
      dependencies: [{ url: `${name}?wrong`, integrity: files['editor.css']!.integrity }],
    }),
  ).rejects.toThrow(EditorLoadError)
  const engine = await loadEditorResources({
    homeUrl,
    dependencies: [{ url: `${name}?right`, integrity: files[name]!.integrity }, ...real],
  })
  expect(engine).toBe(window.CopydeskEditor)
})

test("the page's nonce is put on every tag", async () => {
  const mark = document.head.appendChild(document.createElement('script'))
  mark.setAttribute('nonce', 'abc123')
  const url = script("loadOrder.push('nonce')")
  await loadEditorResources({ homeUrl, dependencies: [url, ...real] })
  expect(document.querySelector<HTMLScriptElement>(`[src="${url}"]`)?.nonce).toBe('abc123')
  mark.remove()
})
