import { Profiler, useEffect, useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { KeepAlive, type KeptScreen, useLastHref } from './keep-alive.tsx'
import { useScreen } from './screen.tsx'

const seen = { mounts: 0, renders: 0, ticks: 0 }
/** What the test does from outside the screens. */
const outside = { go: (_to: string) => {}, lateNavigate: (_to: string) => {} }

/** A list as the console has them: a text field, a selection, a long page, its own address, a timer. */
function List() {
  const { path, search, navigate } = useScreen()
  const [mounted] = useState(() => ++seen.mounts)
  useLayoutEffect(() => {
    outside.lateNavigate = navigate
  }, [navigate])
  useEffect(() => {
    const timer = setInterval(() => seen.ticks++, 10)
    return () => clearInterval(timer)
  }, [])
  return (
    <div style={{ height: 200, overflow: 'auto' }} data-testid="scroller">
      <h1>Articles</h1>
      <p>
        mounted {mounted} at {path} with {search || 'nothing'}
      </p>
      <label>
        Search <input type="text" />
      </label>
      <label>
        Row 1 <input type="checkbox" />
      </label>
      <button type="button" onClick={() => navigate('?status=draft')}>
        Drafts only
      </button>
      <div style={{ height: 3000 }}>many rows</div>
    </div>
  )
}

/** Counts what React does with the list, from outside. */
const Counted = () => (
  <Profiler id="list" onRender={() => seen.renders++}>
    <List />
  </Profiler>
)

const Health = () => <h1>Health {useScreen().search}</h1>
const kept: KeptScreen[] = [
  { path: '/list', Component: Counted },
  { path: '/health', Component: Health },
]

function App() {
  const [at, setAt] = useState('/list?q=tea')
  useLayoutEffect(() => {
    outside.go = setAt
  }, [])
  const [path = '', query] = at.split('?')
  const search = query ? `?${query}` : ''
  const active = kept.find((screen) => screen.path === path)
  return (
    <KeepAlive screens={kept} active={active?.path} search={search} navigate={setAt}>
      {(screens) => (
        <>
          <Menu />
          <main>
            {screens}
            {!active && <h1>Other {at}</h1>}
          </main>
        </>
      )}
    </KeepAlive>
  )
}
const Menu = () => <a href={useLastHref('/list')}>Articles</a>

const heading = (name: string | RegExp) => page.getByRole('heading', { name })
async function show(to: string, name: string | RegExp) {
  outside.go(to)
  await expect.element(heading(name)).toBeVisible()
}
/** Longer than several ticks of the list's timer. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 60))

let root: ReturnType<typeof createRoot>
let place: HTMLElement
const mount = async () => {
  root.render(<App />)
  await expect.element(heading('Articles')).toBeVisible()
}
beforeEach(() => {
  Object.assign(seen, { mounts: 0, renders: 0, ticks: 0 })
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  place.remove()
})

test('a kept screen comes back as it was: same mount, text, selection, scroll and query, without rendering again', async () => {
  await mount()
  await userEvent.fill(page.getByRole('textbox', { name: 'Search' }), 'green tea')
  await userEvent.click(page.getByRole('checkbox', { name: 'Row 1' }))
  const scroller = page.getByTestId('scroller').element()
  scroller.scrollTop = 1234
  const before = seen.renders

  await show('/other', 'Other /other')
  await show('/list?q=tea', 'Articles')

  expect(seen.mounts).toBe(1)
  expect(seen.renders).toBe(before)
  expect(page.getByTestId('scroller').element()).toBe(scroller)
  expect(scroller.scrollTop).toBe(1234)
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toHaveValue('green tea')
  await expect.element(page.getByRole('checkbox', { name: 'Row 1' })).toBeChecked()
})

test('a hidden screen hears of no address but its own, and the menu leads to its last state', async () => {
  await mount()
  await userEvent.click(page.getByRole('button', { name: 'Drafts only' }))
  await expect.element(page.getByText(/with .status=draft/)).toBeVisible()
  const { renders } = seen

  await show('/health?tab=jobs', 'Health ?tab=jobs')
  await show('/other?q=coffee', /^Other/)
  expect(seen.renders).toBe(renders)
  await expect.element(page.getByRole('link', { name: 'Articles' })).toHaveAttribute('href', '/list?status=draft')
})

test('a late answer in a hidden screen changes its own query and not the address in front', async () => {
  await mount()
  await show('/other', 'Other /other')
  outside.lateNavigate('/list?q=late')
  outside.lateNavigate('/elsewhere')
  await expect.element(page.getByRole('link', { name: 'Articles' })).toHaveAttribute('href', '/list?q=late')
  await expect.element(heading('Other /other')).toBeVisible()
})

test('a hidden screen runs no timer', async () => {
  await mount()
  await expect.poll(() => seen.ticks).toBeGreaterThan(0)
  await show('/other', 'Other /other')
  // React ends the effects of a hidden screen after the next one is painted.
  await aWhile()
  const atLeaving = seen.ticks
  await aWhile()
  expect(seen.ticks).toBe(atLeaving)
  await show('/list?q=tea', 'Articles')
  await expect.poll(() => seen.ticks).toBeGreaterThan(atLeaving)
})

test('nothing of a hidden screen is reachable by keyboard or assistive technology', async () => {
  await mount()
  await show('/other', 'Other /other')
  expect(page.getByRole('textbox').elements()).toHaveLength(0)
  expect(page.getByRole('button').elements()).toHaveLength(0)
  for (let press = 0; press < 6; press++) {
    await userEvent.tab()
    expect(place.querySelector('main')!.contains(document.activeElement)).toBe(false)
  }
})

test('ten rounds change nothing', async () => {
  await mount()
  const scroller = page.getByTestId('scroller').element()
  scroller.scrollTop = 777
  for (let round = 0; round < 10; round++) {
    await show(`/other?round=${round}`, `Other /other?round=${round}`)
    await show('/health', 'Health')
    await show('/list?q=tea', 'Articles')
  }
  expect(seen.mounts).toBe(1)
  expect(scroller.scrollTop).toBe(777)
  expect(place.querySelectorAll('[data-testid=scroller]')).toHaveLength(1)
  const [before, beside] = [seen.ticks, { ticks: 0 }]
  const timer = setInterval(() => beside.ticks++, 10)
  await aWhile()
  clearInterval(timer)
  // One timer, not ten.
  expect(seen.ticks - before).toBeLessThan(2 * beside.ticks + 5)
})
