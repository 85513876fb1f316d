import { afterEach, expect, test } from 'vitest'
import { EditorLoadError, loadEditorResources } from './load-editor-resources.ts'

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
  const dependencies = ['gone.js']
  const attempts = [1, 2].map(() => () => loadEditorResources({ homeUrl: '/nowhere/', dependencies }))
  for (const attempt of attempts) {
    await expect(attempt()).rejects.toThrow(EditorLoadError)
    expect(document.querySelectorAll('[data-editor-resource*="/nowhere/"]')).toHaveLength(0)
  }
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

test('a file that never answers is given up after the time limit', async () => {
  await expect(
    loadEditorResources({
      homeUrl,
      dependencies: [script("loadOrder.push('late')"), '/editor/never-answers.js'],
      timeLimit: 1,
    }),
  ).rejects.toMatchObject({ name: 'EditorLoadError' })
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
