import type {} from '@vitest/browser-playwright'
import axe from 'axe-core'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { Picker, type PickerProps } from './picker.tsx'
import type { PickerOption } from './picker-option.ts'
import { showScreen } from './testing/show-screen.tsx'

const known = ['Ada', 'Grace', 'Katherine', '林徽因'].map((label): PickerOption => ({ id: label, label }))
const field = page.getByRole('combobox', { name: 'Authors' })
const option = (name: string) => page.getByRole('option', { name })
const picked = () => [...document.querySelectorAll('li span:not([role])')].map((item) => item.textContent)

function openPicker({
  late = 0,
  most = 10,
  start = [] as PickerOption[],
  offered = known,
  fails = false,
  inDialog = false,
  mayCreate = true,
  enterTakes = 'beginning' as PickerProps['enterTakes'],
  finds = (label: string, text: string) => label.toLowerCase().includes(text.toLowerCase()),
} = {}) {
  const asked: string[] = []
  function Field() {
    const [value, setValue] = useState<readonly PickerOption[]>(start)
    return (
      <Picker
        label="Authors"
        placeholder="Find an author"
        noneText="No authors yet."
        ordered
        enterTakes={enterTakes}
        most={most}
        value={value}
        onChange={setValue}
        search={async (text) => {
          asked.push(text)
          if (late) await new Promise((resolve) => setTimeout(resolve, late))
          if (fails) throw new Error('offline')
          return offered.filter(({ label }) => finds(label, text))
        }}
        {...(mayCreate
          ? { create: async (name: string) => ({ id: name, label: name }) }
          : { noCreateText: 'Only editors add authors.' })}
        failureText={() => 'The server cannot be reached.'}
      />
    )
  }
  showScreen(
    inDialog ? (
      <div role="dialog" aria-label="Change the authors">
        <Field />
        <button type="submit">Change</button>
      </div>
    ) : (
      <Field />
    ),
  )
  return { asked }
}

test('offers the first few at once, and what matches while one types', async () => {
  const { asked } = openPicker()
  await field.click()
  await expect.element(option('Katherine')).toBeVisible()
  await userEvent.type(field, 'gra')
  await expect.element(option('Katherine')).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.poll(picked).toEqual(['Grace'])
  await expect.element(field).toHaveValue('')
  expect(asked).toContain('gra')
})

test('Enter before the answer takes what the answer brings first', async () => {
  openPicker({ late: 300 })
  await field.click()
  await userEvent.type(field, 'kath{Enter}')
  await expect.poll(picked).toEqual(['Katherine'])
})

test('names typed one after the other with Enter are taken one by one, however late the answers are', async () => {
  openPicker({ late: 300 })
  await field.click()
  await userEvent.type(field, 'kath{Enter}gra{Enter}New one{Enter}Ada')
  await expect.poll(picked).toEqual(['Katherine', 'Grace', 'New one'])
  await expect.element(field).toHaveValue('Ada')
})

test('a name that was taken out of the field is put back when it cannot be looked up, and may not be created', async () => {
  openPicker({ late: 100, mayCreate: false })
  await field.click()
  await userEvent.type(field, 'nobody{Enter}')
  await expect.element(field).toHaveValue('nobody')
  expect(picked()).toEqual([])
})

test('what is picked keeps its lines while it searches, so that nothing below moves away from a click', async () => {
  openPicker({ late: 60_000, start: known.slice(0, 3) })
  const room = () => document.querySelector('ul')!.getBoundingClientRect().width
  const idle = room()
  await field.click()
  await expect.element(page.getByText('Searching…')).toBeVisible()
  expect(room()).toBe(idle)
})

test('creates on the spot what does not exist, and offers it only then', async () => {
  openPicker()
  await userEvent.type(field, 'ada')
  await expect.element(option('Ada')).toBeVisible()
  await expect.element(option('Create “ada”')).not.toBeInTheDocument()
  await userEvent.fill(field, 'Chinua')
  await option('Create “Chinua”').click()
  await expect.poll(picked).toEqual(['Chinua'])
})

test('a name with a tag in it is offered and created letter for letter', async () => {
  openPicker()
  await userEvent.fill(field, 'The <b>bold</b> ones')
  await option('Create “The <b>bold</b> ones”').click()
  await expect.poll(picked).toEqual(['The <b>bold</b> ones'])
})

test('Enter that ends a composition picks nothing', async () => {
  const { asked } = openPicker()
  await field.click()
  await cdp().send('Input.imeSetComposition', { text: 'lin', selectionStart: 3, selectionEnd: 3 })
  await userEvent.keyboard('{Enter}')
  expect(picked()).toEqual([])
  await cdp().send('Input.insertText', { text: '林' })
  await expect.element(option('林徽因')).toBeVisible()
  expect(asked).not.toContain('lin')
  await userEvent.keyboard('{Enter}')
  await expect.poll(picked).toEqual(['林徽因'])
})

test('the order is changed by buttons, and what is picked is removed by Backspace', async () => {
  openPicker({ start: known.slice(0, 3) })
  await page.getByRole('button', { name: 'Move Grace forward' }).click()
  expect(picked()).toEqual(['Grace', 'Ada', 'Katherine'])
  await expect.element(page.getByText('Grace: place 1 of 3')).toBeInTheDocument()
  await userEvent.type(field, '{Backspace}')
  expect(picked()).toEqual(['Grace', 'Ada'])
})

test('a search that fails says so and can be repeated', async () => {
  const { asked } = openPicker({ fails: true })
  await field.click()
  await expect.element(page.getByText(/The server cannot be reached/)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => asked.length).toBe(2)
})

const books = (id: string, detail?: string, more: Partial<PickerOption> = {}): PickerOption => ({
  id,
  label: 'Books',
  detail,
  ...more,
})

test('two of one name are told apart where they were picked, by sight and by name of their buttons', async () => {
  openPicker({ start: [books('a', 'Traffic', { fullLabel: 'Traffic › Books' }), books('b', 'Culture'), known[0]!] })
  expect(picked()).toEqual(['Traffic › Books', 'Books · Culture', 'Ada'])
  await page.getByRole('button', { name: 'Remove Traffic › Books' }).click()
  await expect.poll(picked).toEqual(['Books', 'Ada'])
})

test('one whose name is shared with something that was not picked shows where it is, too', () => {
  openPicker({ start: [books('a', 'Traffic', { fullLabel: 'Traffic › Books', sharesName: true })] })
  expect(picked()).toEqual(['Traffic › Books'])
})

test.each(['light', 'dark'])('the path of the highlighted row can be read in the %s theme', async (scheme) => {
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  onTestFinished(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'))
  openPicker({ offered: [books('a', 'Traffic'), books('b', 'Culture')] })
  await userEvent.type(field, 'boo')
  await expect.element(page.getByRole('option', { name: 'Books Traffic' })).toHaveAttribute('data-combobox-selected')
  const { violations, passes } = await axe.run({ include: '[role=listbox]' }, { runOnly: ['color-contrast'] })
  expect(violations.flatMap(({ nodes }) => nodes.map(({ any }) => any[0]?.message))).toEqual([])
  // Each row’s name and path were looked at.
  expect(passes.flatMap(({ nodes }) => nodes).length).toBeGreaterThanOrEqual(4)
})

test('an empty list says why it is empty, and how to begin', async () => {
  openPicker({ offered: [] })
  await field.click()
  await expect.element(page.getByText('No authors yet. Type a name to add the first one.')).toBeVisible()
})

test('when all that is offered is chosen, it says so', async () => {
  openPicker({ start: known })
  await field.click()
  await expect.element(page.getByText('These are chosen already. Type to find others.')).toBeVisible()
})

test('in a dialog the list closes with each choice, so that it does not cover the button, and typing opens it again', async () => {
  openPicker({ inDialog: true })
  await field.click()
  await option('Katherine').click()
  await expect.poll(picked).toEqual(['Katherine'])
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await userEvent.type(field, 'gra')
  await option('Grace').click()
  await expect.poll(picked).toEqual(['Katherine', 'Grace'])
  await page.getByRole('button', { name: 'Change' }).click()
})

test('outside of dialogs the list stays open for the next choice', async () => {
  openPicker()
  await field.click()
  await option('Katherine').click()
  await option('Grace').click()
  await expect.poll(picked).toEqual(['Katherine', 'Grace'])
})

test('who may not add one is told so as soon as the typed name does not exist', async () => {
  openPicker({ mayCreate: false })
  const told = () => page.getByText('Only editors add authors.').elements().length
  await field.fill('Ada')
  await expect.element(option('Ada')).toBeVisible()
  expect(told()).toBe(0)
  for (const name of ['Ad', 'Unknown person']) {
    await field.fill(name)
    await expect.poll(told).toBe(1)
    await expect.element(option(`Create “${name}”`)).not.toBeInTheDocument()
  }
  await expect.element(page.getByRole('status').filter({ hasText: 'Only editors add authors.' })).toBeInTheDocument()
})

test('Enter creates what was typed rather than take a name that only has it inside; the beginning of a name is taken', async () => {
  openPicker({
    offered: [
      { id: 's', label: 'special ferry' },
      { id: 'f', label: 'ferry port' },
    ],
  })
  await userEvent.type(field, 'special')
  await expect.element(option('special ferry')).toHaveAttribute('data-combobox-selected')
  await userEvent.keyboard('{Enter}')
  await expect.poll(picked).toEqual(['special ferry'])
  await userEvent.fill(field, 'port')
  await expect.element(option('Create “port”')).toHaveAttribute('data-combobox-selected')
  await userEvent.keyboard('{Enter}')
  await expect.poll(picked).toEqual(['special ferry', 'port'])
})

test('Enter takes a Chinese name that is found by its pinyin', async () => {
  openPicker({ offered: [{ id: 'z', label: '曾诺' }], finds: (_label, text) => 'zengnuo'.startsWith(text) })
  await userEvent.type(field, 'zengn')
  await expect.element(option('曾诺')).toHaveAttribute('data-combobox-selected')
  await userEvent.keyboard('{Enter}')
  await expect.poll(picked).toEqual(['曾诺'])
})

test('where Enter takes what was typed, a longer name that begins so is left; one that is just so is taken, and only once', async () => {
  openPicker({
    enterTakes: 'typed',
    offered: [
      { id: 'tt', label: 'timetable' },
      { id: 'f', label: 'Ferry' },
    ],
  })
  await userEvent.fill(field, 'time')
  await expect.element(option('Create “time”')).toHaveAttribute('data-combobox-selected')
  await userEvent.keyboard('{Enter}')
  await expect.poll(picked).toEqual(['time'])
  await userEvent.type(field, 'ferry{Enter}tim{Enter}ferry{Enter}')
  await expect.poll(picked).toEqual(['time', 'Ferry', 'tim'])
})

test('where Enter does not create beside other names, it does when there is nothing else to choose', async () => {
  openPicker({ enterTakes: 'found', offered: [{ id: 'Grand', label: 'The Grand' }] })
  await userEvent.fill(field, 'Chinua')
  await expect.element(option('Create “Chinua”')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(picked).toEqual(['Chinua'])
  await userEvent.fill(field, 'grand')
  await expect.element(option('Create “grand”')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(picked()).toEqual(['Chinua'])
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await expect.poll(picked).toEqual(['Chinua', 'grand'])
})

test('a typed name stays in the field that is left, which says that it was not added', async () => {
  openPicker()
  await userEvent.fill(field, 'Chinua')
  await expect.element(option('Create “Chinua”')).toBeVisible()
  await userEvent.tab()
  await expect.element(field).toHaveValue('Chinua')
  await expect.element(field).toHaveAccessibleDescription('Not added: press Enter to create')
  await field.click()
  await expect.element(option('Create “Chinua”')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(picked).toEqual(['Chinua'])
  await expect.element(field).toHaveAccessibleDescription('')
})

test('who may not create is told that what they typed was not chosen', async () => {
  openPicker({ mayCreate: false })
  await userEvent.fill(field, 'Gra')
  await expect.element(option('Grace')).toBeVisible()
  await userEvent.tab()
  await expect.element(field).toHaveValue('Gra')
  await expect.element(field).toHaveAccessibleDescription('Not added: choose one from the list')
})
