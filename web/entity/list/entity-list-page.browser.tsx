import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { choice, moment, yesNo } from '#contract/list-filter.ts'
import { listQuery } from '#contract/list.ts'
import { queryClient } from '../../api/query-client.ts'
import { httpClient } from '../../api/http-client.ts'
import { dayPresets } from '../../ui/data-table/day-presets.ts'
import { useDayFilter } from '../../ui/data-table/day-filter.tsx'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { listShape, type LoadedPage, useEntityList } from './entity-list.ts'
import { EntityListPage } from './entity-list-page.tsx'

type Plant = { id: string; name: string }
const plantList = listQuery({
  sorts: ['name'],
  defaultSort: 'name',
  filters: { light: choice(['sun', 'shade']), edible: yesNo(), from: moment(), to: moment() },
})
const shape = listShape(plantList, {
  own: { planted: choice(dayPresets) },
  days: { planted: { from: 'from', to: 'to' } },
  columns: [],
})

const lights = { sun: 'Sun', shade: 'Shade' }

/** A list of plants, as a noun writes it; `asked` is what the server was asked for, `chips` what chips were named for. */
function openPlants({ search = '', rows = [{ id: 'a', name: 'Basil' }] as Plant[], fails = false } = {}) {
  const asked: object[] = []
  const chips: string[] = []
  const views: object[] = []
  httpClient.defaults.adapter = async (config) => {
    const reply = { status: 200, statusText: '', headers: {}, config }
    if (config.method === 'get') return { ...reply, data: { items: [...views] } }
    const id = config.url!.split('/').at(-1)!
    if (config.method === 'delete') views.splice(views.findIndex((view) => 'id' in view && view.id === id))
    else views.push({ id: `view-${views.length}`, mine: true, ...JSON.parse(String(config.data)) })
    return { ...reply, data: views.at(-1) }
  }
  const usePlants = (query: object): LoadedPage<Plant> => {
    if (JSON.stringify(asked.at(-1)) !== JSON.stringify(query)) asked.push(query)
    const data = fails ? undefined : { items: rows, total: rows.length, totalIsExact: true }
    const error = fails ? new Error('no') : null
    return { data, isPlaceholderData: false, error, refetch: () => asked.push({ again: true }) }
  }
  function Plants() {
    const dayFilter = useDayFilter()
    return (
      <EntityListPage
        list={useEntityList(shape, usePlants)}
        title="Plants"
        searchLabel="Search plants"
        failed="The plants could not be loaded"
        add={{ label: 'New plant', run: () => asked.push({ added: true }) }}
        columns={[{ key: 'name', header: 'Name', cell: ({ name }) => name }]}
        filters={{
          light: {
            label: 'Light',
            icon: null,
            choices: lights,
            chip: (light) => {
              chips.push(light)
              return lights[light]
            },
          },
          edible: { label: 'Edible', icon: null },
          planted: dayFilter({ key: 'planted', from: 'from', to: 'to', label: 'Planted', icon: null }),
          from: null,
          to: null,
        }}
        views={{ screen: 'plants', builtIn: [{ name: 'All', query: '' }] }}
        rowName={({ name }) => name}
        actionsOf={() => []}
        selectable
        bulk={<button type="button">Water</button>}
        empty={{ noMatch: 'No plant matches', nothing: 'No plants yet', addFirst: 'Plant the first one' }}
      />
    )
  }
  const shown = showScreen(
    <QueryClientProvider client={queryClient}>
      <Plants />
    </QueryClientProvider>,
    { search },
  )
  return { ...shown, asked, chips }
}
const addFilter = async (name: string) => {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('a filter by yes or no can be set to no, and to any again', async () => {
  const { outside, asked } = openPlants()
  await addFilter('Edible')
  expect(outside.address).toBe('?edible=true')
  await page.getByRole('button', { name: 'Edible Yes' }).click()
  await page.getByRole('button', { name: 'No', exact: true }).click()
  expect(outside.address).toBe('?edible=false')
  expect(asked.at(-1)).toMatchObject({ edible: 'false', sort: 'name' })
  await page.getByRole('button', { name: 'Edible No' }).click()
  await page.getByRole('button', { name: 'Any', exact: true }).click()
  expect(outside.address).toBe('')
  expect(asked.at(-1)).not.toHaveProperty('edible')
})

test('a filter that is opened before it is set looks for no text of a value that is not there', async () => {
  const { chips } = openPlants()
  await addFilter('Light')
  await page.getByRole('button', { name: 'Shade', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Light Shade' })).toBeVisible()
  expect(new Set(chips)).toEqual(new Set(['shade']))
})

test('a no that comes with the address is shown and can be removed', async () => {
  const { outside } = openPlants({ search: '?edible=false' })
  await expect.element(page.getByRole('button', { name: 'Edible No' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter Edible' }).click()
  expect(outside.address).toBe('')
})

test('the address takes what the contract takes, and nothing else', async () => {
  const { asked } = openPlants({ search: '?light=sun&edible=perhaps&from=yesterday&colour=red&sort=-name' })
  await expect.element(page.getByRole('button', { name: 'Light Sun' })).toBeVisible()
  expect(asked).toEqual([{ light: 'sun', sort: '-name', page: 1, pageSize: 25 }])
})

test('a preset of days stays in the address, and is two moments to the server', async () => {
  const { outside, asked } = openPlants()
  await addFilter('Planted')
  await page.getByRole('button', { name: 'Last year' }).click()
  expect(outside.address).toBe('?planted=lastYear')
  expect(asked.at(-1)).not.toHaveProperty('planted')
  expect(asked.at(-1)).toMatchObject({
    from: expect.stringMatching(/^\d{4}-.*Z$/),
    to: expect.stringMatching(/^\d{4}-.*Z$/),
  })
})

test('a whole month is chosen by its name', async () => {
  const { outside } = openPlants()
  await addFilter('Planted')
  await page.getByRole('button', { name: 'Month…' }).click()
  await page.getByRole('button', { name: 'Previous year' }).click()
  const year = new Date().getFullYear() - 1
  await page.getByRole('button', { name: 'February' }).click()
  await expect.poll(() => outside.address).toContain('from=')
  const asked = new URLSearchParams(outside.address)
  const days = ['from', 'to'].map((name) => new Date(asked.get(name)!).toLocaleDateString('sv-SE'))
  expect(days).toEqual([`${year}-02-01`, `${year}-03-01`])
  // What is opened again while it closes is as it was.
  await expect.element(page.getByRole('button', { name: 'Previous year' })).not.toBeInTheDocument()
  // Its chip names the month, and opens where it was chosen.
  await page
    .getByRole('button', { name: /Planted/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Month…' }).click()
  await expect.element(page.getByRole('button', { name: 'February' })).toHaveAttribute('aria-pressed', 'true')
})

test('says why there is nothing, and offers the next step', async () => {
  const { outside, asked } = openPlants({ rows: [] })
  await expect.element(page.getByText('No plants yet')).toBeVisible()
  await page.getByRole('button', { name: 'Plant the first one' }).click()
  expect(asked.at(-1)).toEqual({ added: true })
  outside.go('?light=sun')
  await expect.element(page.getByText('No plant matches')).toBeVisible()
  await expect.element(page.getByText('Filters set: Light: Sun')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  expect(outside.address).toBe('')
})

test('says that the rows could not be loaded, and tries again', async () => {
  const { asked } = openPlants({ fails: true })
  await expect.element(page.getByRole('alert').getByText('The plants could not be loaded')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(asked.at(-1)).toEqual({ again: true })
})

test('one is added by the key c, and the bulk bar takes the place of the toolbar', async () => {
  const { asked } = openPlants()
  await userEvent.keyboard('c')
  expect(asked.at(-1)).toEqual({ added: true })
  await page.getByRole('checkbox', { name: 'Select “Basil”' }).click()
  await expect.element(page.getByRole('button', { name: 'Water' })).toBeVisible()
})

test('a view that was saved or deleted leaves the focus among the views', async () => {
  openPlants({ search: '?light=sun' })
  const press = async (name: string) => {
    ;(page.getByRole('button', { name }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
  }
  const save = page.getByRole('button', { name: 'Save view' })
  await expect.element(save).toBeVisible()
  await press('Save view')
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Sunny')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('link', { name: 'Sunny' })).toHaveFocus()
  await press('Change the view “Sunny”')
  await expect.element(page.getByRole('menuitem', { name: 'Delete view' })).toBeVisible()
  ;(page.getByRole('menuitem', { name: 'Delete view' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('link', { name: 'Sunny' })).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.closest('nav')?.getAttribute('aria-label')).toBe('Views')
})

test('more rows on a page are still the same view', async () => {
  openPlants({ search: '?pageSize=50' })
  await expect.element(page.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page')
})
