import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AxiosError } from 'axios'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CategoryTreeItem } from '#contract/categories.ts'
import { moveInTree, type TreePlace } from '#contract/category-tree.ts'
import { httpClient } from '../../api/http-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { CategoryTreePage } from './category-tree-page.tsx'

const item = (name: string, position: number): CategoryTreeItem => ({
  id: crypto.randomUUID(),
  version: 1,
  name,
  slug: name.toLowerCase(),
  description: '',
  parent: null,
  position,
  own: 0,
  total: 0,
})

/** A server with three categories, at the place where calls leave the browser. It refuses when told to. */
function openTree({ articles = 0 } = {}) {
  let items = ['News', 'Culture', 'Sport'].map((name, at) => ({ ...item(name, at), own: articles, total: articles }))
  const server = {
    refuses: false,
    /** Changes do not arrive, and the tree is asked for without end. */
    offline: false,
    lost: 0,
    /** A rule of the tree refuses the request. */
    tooDeep: false,
    /** A name that someone else gave since the tree was loaded. */
    addedElsewhere: 'Weather',
    /** Articles that every category has, all of them in the trash. */
    trashed: 0,
    moves: 0,
    names: () => items.map(({ name }) => name),
    /** Answers of changes wait for this. */
    slow: Promise.resolve(),
    /** Someone else writes a description. */
    describe: (name: string, description: string) => {
      items = items.map((one) => (one.name === name ? { ...one, description, version: one.version + 1 } : one))
    },
    description: (name: string) => items.find((one) => one.name === name)?.description,
  }
  const beforeRename = new Map<string, typeof items>()
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    const refuse = (status: number, problem: object) => {
      const data = { status, title: '', type: '', requestId: 'r-7', ...problem }
      throw new AxiosError('refused', undefined, config, undefined, { ...answer(data), status })
    }
    const [, id, what] = /categories\/([0-9a-f-]{36})(?:\/(.+))?$/.exec(config.url ?? '') ?? []
    if (config.url === '/api/session') return answer({ user: { id: 'me', role: 'editor', name: 'Kim' } })
    if (config.url?.startsWith('/api/undo/')) {
      const old = beforeRename.get(/undo\/([^?]+)/.exec(config.url)![1]!) ?? items
      items = items.map((one, at) =>
        one.name === old[at]!.name ? one : { ...one, name: old[at]!.name, version: one.version + 1 },
      )
      return answer({ restored: 1, skipped: 0, left: [] })
    }
    if (server.offline && config.method === 'get') await new Promise(() => {})
    if (server.offline) server.lost++
    if (server.offline) throw new AxiosError('Network Error', undefined, config)
    if (!id && config.method === 'get') return answer({ items, can: { write: true } })
    await server.slow
    if (server.refuses) refuse(503, { code: 'busy' })
    const { name } = JSON.parse(String(config.data ?? '{}')) as { name?: string }
    if (name === server.addedElsewhere)
      refuse(409, { code: 'name_taken', fields: [{ path: 'name', code: 'name_taken', message: '' }] })
    if (!id) {
      items = [...items, item(name ?? '', items.length)]
      return answer({ ...items.at(-1), path: [] })
    }
    if (what && server.tooDeep)
      refuse(400, { code: 'invalid_input', fields: [{ path: 'children', code: 'too_deep', message: '' }] })
    if (what?.startsWith('remove'))
      return answer({ articles: server.trashed, trashed: server.trashed, published: 0, children: 0, alone: 0 })
    if (config.method === 'patch') {
      const { version, ...fields } = JSON.parse(String(config.data)) as CategoryTreeItem
      const current = items.find((one) => one.id === id)!
      if (current.version !== version) refuse(409, { code: 'stale_version', current, changedBy: 'Li Wei' })
      const saved = { ...current, ...fields, version: version + 1 }
      const undo = { id: crypto.randomUUID(), until: '2198-01-01T00:00:00.000Z' }
      beforeRename.set(undo.id, items)
      items = items.map((one) => (one.id === id ? saved : one))
      return answer({ ...saved, path: [], undo: saved.name === current.name ? null : undo })
    }
    server.moves++
    const moved = moveInTree(items, id, JSON.parse(String(config.data)) as TreePlace)
    if (moved.ok)
      items = moved.nodes
        .map((one) => (one.id === id ? { ...one, version: one.version + 1 } : one))
        .toSorted((a, b) => a.position - b.position)
    return answer({
      ...items.find((one) => one.id === id),
      path: [],
      undo: { id: crypto.randomUUID(), until: '2198-01-01T00:00:00.000Z' },
    })
  }
  localStorage.removeItem('categories.open')
  showScreen(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CategoryTreePage />
    </QueryClientProvider>,
  )
  return server
}
const shown = () =>
  [...document.querySelectorAll('[role=treegrid] [data-id]')].map((row) => row.querySelectorAll('span')[2]?.textContent)

test('Alt and an arrow move a category at once, the focus goes along, and the move is said aloud', async () => {
  const server = openTree()
  await page.getByRole('gridcell', { name: 'Sport', exact: true }).click()
  await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
  await expect.poll(shown).toEqual(['Sport', 'News', 'Culture'])
  await expect.element(page.getByRole('row', { name: /^Sport/ })).toHaveFocus()
  await expect.element(page.getByText('“Sport” is now 1 of 3 at the top level.')).toBeInTheDocument()
  await expect.poll(server.names).toEqual(['Sport', 'News', 'Culture'])
  expect(server.moves).toBe(2)
})

test('from a category one goes to its articles', async () => {
  openTree({ articles: 2 })
  await page.getByRole('gridcell', { name: 'Sport', exact: true }).click()
  const { id } = (document.querySelector('[role=row][aria-selected=true]') as HTMLElement).dataset
  const link = page.getByRole('link', { name: '2 articles' })
  await expect.element(link).toHaveAttribute('href', `/jCore/article?category=${id}`)
})

test('keys that come faster than the screen is drawn lose no move', async () => {
  const server = openTree()
  await page.getByRole('gridcell', { name: 'Sport', exact: true }).click()
  const key = () => new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true })
  for (let presses = 0; presses < 2; presses++) document.activeElement!.dispatchEvent(key())
  await expect.poll(shown).toEqual(['Sport', 'News', 'Culture'])
  await expect.poll(server.names).toEqual(['Sport', 'News', 'Culture'])
})

test('while a change is on its way the browser asks before the tab is closed', async () => {
  const server = openTree()
  const asksFirst = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await page.getByRole('gridcell', { name: 'Sport', exact: true }).click()
  expect(asksFirst()).toBe(false)
  let answer = () => {}
  server.slow = new Promise((resolve) => (answer = resolve))
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.poll(shown).toEqual(['News', 'Sport', 'Culture'])
  expect(asksFirst()).toBe(true)
  answer()
  await expect.poll(server.names).toEqual(['News', 'Sport', 'Culture'])
  await expect.poll(asksFirst).toBe(false)
})

test('a refused move goes back to where it was, and says why', async () => {
  const server = openTree()
  server.refuses = true
  await page.getByRole('gridcell', { name: 'Sport', exact: true }).click()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(page.getByRole('region', { name: 'Messages (F8)' }).getByText('r-7')).toBeVisible()
  await expect.poll(shown).toEqual(['News', 'Culture', 'Sport'])
})

const description = page.getByRole('textbox', { name: 'Description' })
const cell = (name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) })

test('what is typed about a category is still there after looking at another one, and its row says so', async () => {
  openTree()
  await cell('News').click()
  await userEvent.fill(description, 'Mine')
  await cell('Sport').click()
  await expect.element(description).toHaveValue('')
  await expect.element(page.getByRole('row', { name: /^News Not saved yet/ })).toBeVisible()
  await cell('News').click()
  await expect.element(description).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('row', { name: /Not saved yet/ })).not.toBeInTheDocument()
})

test('a text that someone else changed meanwhile is not overwritten without a question, whatever was moved', async () => {
  const server = openTree()
  await cell('Sport').click()
  await userEvent.fill(description, 'Mine')
  server.describe('Sport', 'Theirs')
  await page.getByRole('button', { name: /^Up/ }).click()
  await expect.poll(server.names).toEqual(['News', 'Sport', 'Culture'])
  await page.getByRole('button', { name: 'Save texts' }).click()
  await expect.element(page.getByRole('alert').getByText(/^Description: .* changed this too$/)).toBeVisible()
  expect(server.description('Sport')).toBe('Theirs')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save texts' }).click()
  await expect.poll(() => server.description('Sport')).toBe('Mine')
  await expect.element(page.getByRole('button', { name: 'Save texts' })).not.toBeInTheDocument()
})

test('without a mouse the details open from the row, on a narrow screen and a wide one', async () => {
  await page.viewport(800, 700)
  onTestFinished(() => page.viewport(1280, 800))
  openTree()
  await cell('Culture').click()
  for (const keys of [' ', '{Alt>}{Enter}{/Alt}', '{Shift>}{F10}{/Shift}', '{Tab}{Enter}']) {
    await userEvent.keyboard(keys)
    await expect.element(page.getByRole('dialog', { name: 'Category' })).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Culture')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog', { name: 'Category' })).not.toBeInTheDocument()
  }
  await page.viewport(1280, 800)
  await cell('Culture').click()
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})

test('when it cannot be found out what a deletion means, the dialog says so and offers to try again', async () => {
  const server = openTree()
  server.refuses = true
  await cell('Culture').click()
  await userEvent.keyboard('{Delete}')
  await expect.element(page.getByRole('alert').getByText(/r-7/)).toBeVisible()
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Delete' })).toBeDisabled()
  server.refuses = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(/^Nothing is in this category/)).toBeVisible()
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Delete' })).toBeEnabled()
})

test('what a rule of the tree forbids is said once, with nothing to try again', async () => {
  const server = openTree()
  server.tooDeep = true
  await page.getByRole('gridcell', { name: 'Sport', exact: true }).click()
  await userEvent.keyboard('{Delete}')
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('This would be too many levels deep.')
  await expect.element(dialog.getByRole('alert')).not.toHaveTextContent('r-7')
  await expect.element(dialog.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

test('where a deletion counts articles that the tree does not, the dialog says that they are in the trash', async () => {
  const server = openTree()
  server.trashed = 1
  await cell('Culture').click()
  await userEvent.keyboard('{Delete}')
  await expect.element(page.getByText('It has 1 article, which goes')).toBeVisible()
  await expect.element(page.getByText('In the trash, and not counted in the list: 1')).toBeVisible()
})

/** Moves the mouse with its button held, as a hand does. */
async function drag(from: Element, to: Element, part: number) {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()]
  const at = (type: string, target: Element, clientX: number, clientY: number) =>
    target.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        pointerType: 'mouse',
        button: 0,
        buttons: 1,
        clientX,
        clientY,
      }),
    )
  const y = end.top + end.height * part
  at('pointerdown', from, start.left + 40, start.top + 10)
  at('pointermove', from, start.left + 42, start.top + 11)
  for (const x of [60, 62]) {
    at('pointermove', to, end.left + x, y)
    await new Promise(requestAnimationFrame)
  }
  at('pointerup', to, end.left + 62, y)
}

test('a row is dragged by any place of it, and a press that hardly moves only selects', async () => {
  const server = openTree()
  await expect.element(cell('Sport')).toBeVisible()
  await drag(cell('Sport').element(), cell('Sport').element(), 0.4)
  expect(server.moves).toBe(0)
  await drag(cell('Sport').element(), cell('News').element(), 0.1)
  await expect.poll(server.names).toEqual(['Sport', 'News', 'Culture'])
})

test('renaming a category beside the tree can be undone, too', async () => {
  const server = openTree()
  await page.getByRole('gridcell', { name: 'Sport', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Games')
  await page.getByRole('button', { name: 'Save texts' }).click()
  await page.getByRole('region', { name: 'Messages (F8)' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(server.names).toEqual(['News', 'Culture', 'Sport'])
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Sport')
})

test('renaming a category can be undone', async () => {
  const server = openTree()
  await page.getByRole('gridcell', { name: 'Sport', exact: true }).click()
  await userEvent.keyboard('{F2}')
  await page.getByRole('treegrid').getByRole('textbox', { name: 'Name' }).fill('Games')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Renamed “Sport” to “Games”')).toBeVisible()
  await expect.poll(server.names).toEqual(['News', 'Culture', 'Games'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(server.names).toEqual(['News', 'Culture', 'Sport'])
  await expect.poll(shown).toEqual(['News', 'Culture', 'Sport'])
})

const newName = page.getByRole('textbox', { name: 'Name of the new category' })
const namesTaken = page.getByRole('treegrid').getByText('There is a category of this name in that place already.')
const messages = page.getByRole('region', { name: 'Messages (F8)' })

test('a new category with a name that is there already is refused at its field, and what was typed stays', async () => {
  const server = openTree()
  await page.getByRole('button', { name: 'New category' }).click()
  await newName.fill('news ')
  await userEvent.keyboard('{Enter}')
  await expect.element(namesTaken).toBeVisible()
  await expect.element(newName).toHaveFocus()
  await expect.element(newName).toHaveValue('news ')
  await expect.element(newName).toBeInvalid()
  await expect.element(messages.getByText(/name/)).not.toBeInTheDocument()
  await userEvent.keyboard('{End}2')
  await expect.element(namesTaken).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.poll(server.names).toEqual(['News', 'Culture', 'Sport', 'news 2'])
  await expect.element(newName).not.toBeInTheDocument()
})

test('what was refused in one place is not said of a new category in another', async () => {
  openTree()
  await cell('News').click()
  await page.getByRole('button', { name: 'Add beside it' }).click()
  await newName.fill('Culture')
  await page.getByRole('gridcell', { name: 'Sport', exact: true }).click()
  await expect.element(namesTaken).toBeVisible()
  await page.getByRole('button', { name: 'Add below it' }).click()
  await expect.element(newName).toHaveFocus()
  await expect.element(newName).toHaveValue('')
  await expect.element(namesTaken).not.toBeInTheDocument()
})

test('a rename to a name that is there already is refused at its field, also when it is left, and the rows can be walked', async () => {
  const server = openTree()
  await page.getByRole('gridcell', { name: 'Sport', exact: true }).click()
  await userEvent.keyboard('{F2}')
  const name = page.getByRole('treegrid').getByRole('textbox', { name: 'Name' })
  await name.fill('Culture')
  await page.getByRole('gridcell', { name: 'News', exact: true }).click()
  await expect.element(namesTaken).toBeVisible()
  await expect.element(name).toHaveValue('Culture')
  await expect.element(page.getByRole('row', { name: /^News/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('row', { name: /^Culture/ }).first()).toHaveFocus()
  await name.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(name).not.toBeInTheDocument()
  expect(server.names()).toEqual(['News', 'Culture', 'Sport'])
})

test('a name that the server refuses stays in its field, with what is wrong with it', async () => {
  const server = openTree()
  await page.getByRole('gridcell', { name: 'Sport', exact: true }).click()
  await userEvent.keyboard('{F2}')
  const name = page.getByRole('treegrid').getByRole('textbox', { name: 'Name' })
  await name.fill('Weather')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('treegrid').getByText('This name is in use.')).toBeVisible()
  await expect.element(name).toHaveValue('Weather')
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(shown).toEqual(['News', 'Culture', 'Sport'])

  server.refuses = true
  await page.getByRole('button', { name: 'New category' }).click()
  await newName.fill('Travel')
  await userEvent.keyboard('{Enter}')
  await expect.element(messages.getByText('r-7')).toBeVisible()
  await expect.element(newName).toHaveValue('Travel')
  server.refuses = false
  await newName.click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(server.names).toEqual(['News', 'Culture', 'Sport', 'Travel'])
})

test('without a connection a typed name is back in its field at once, and is sent when it is kept again', async () => {
  const server = openTree()
  await page.getByRole('gridcell', { name: 'Sport', exact: true }).click()
  server.offline = true
  await userEvent.keyboard('{F2}')
  const name = page.getByRole('treegrid').getByRole('textbox', { name: 'Name' })
  await name.fill('Games')
  for (let tries = 0; tries < 2; tries++) {
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => server.lost).toBe(tries + 1)
    await expect.element(messages.getByText(/The server cannot be reached/)).toBeVisible()
    await expect.element(name).toHaveValue('Games')
    await expect.element(name).toHaveFocus()
  }
  await userEvent.keyboard('{Escape}')
  await expect.poll(shown).toEqual(['News', 'Culture', 'Sport'])

  await page.getByRole('button', { name: 'New category' }).click()
  await newName.fill('Travel')
  await userEvent.keyboard('{Enter}')
  await expect.element(newName).toHaveValue('Travel')
  server.offline = false
  await newName.click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(server.names).toEqual(['News', 'Culture', 'Sport', 'Travel'])
})

test('of two new categories that were both refused each name is kept, one after the other', async () => {
  const server = openTree()
  let answer = () => {}
  server.slow = new Promise((resolve) => (answer = resolve))
  server.refuses = true
  for (const name of ['Travel', 'Food']) {
    await page.getByRole('button', { name: 'New category' }).click()
    await newName.fill(name)
    await userEvent.keyboard('{Enter}')
    await expect.element(newName).not.toBeInTheDocument()
  }
  answer()
  await expect.element(newName).toHaveValue('Travel')
  await expect.element(page.getByRole('gridcell', { name: 'Food Not saved' })).toBeVisible()
  server.refuses = false
  await newName.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(newName).toHaveValue('Food')
  await expect.element(newName).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(server.names).toEqual(['News', 'Culture', 'Sport', 'Travel', 'Food'])
  await expect.element(newName).not.toBeInTheDocument()
})

test('the key that opens the field of a new category is no part of its name', async () => {
  openTree()
  await expect.element(page.getByRole('gridcell', { name: 'Sport', exact: true })).toBeVisible()
  await userEvent.keyboard('c')
  await expect.element(newName).toHaveFocus()
  await expect.element(newName).toHaveValue('')
  await userEvent.keyboard('Travel')
  await expect.element(newName).toHaveValue('Travel')
})

const startOf = (name: string) => page.getByText(name, { exact: true }).first().element().getBoundingClientRect().left

test('a new category stays in its place while it is on its way', async () => {
  const server = openTree()
  let answer = () => {}
  server.slow = new Promise((resolve) => (answer = resolve))
  await page.getByRole('gridcell', { name: 'News', exact: true }).click()
  for (const name of ['Travel', 'Food']) {
    await page.getByRole('button', { name: 'Add beside it' }).click()
    await newName.fill(name)
    await userEvent.keyboard('{Enter}')
    await expect.element(newName).not.toBeInTheDocument()
    await expect.element(page.getByRole('gridcell', { name, exact: true })).toBeVisible()
    expect(startOf(name)).toBe(startOf('Sport'))
  }
  answer()
  await expect.poll(shown).toEqual(['News', 'Culture', 'Sport', 'Travel', 'Food'])
  await expect.element(page.getByRole('gridcell', { name: 'Food', exact: true })).toBeVisible()
})
