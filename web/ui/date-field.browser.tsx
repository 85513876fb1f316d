import { i18n } from '@lingui/core'
import axe from 'axe-core'
import { Modal } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import type { Days } from './data-table/day-presets.ts'
import { DayRange } from './data-table/day-range.tsx'
import { DateField } from './date-field.tsx'
import { DateTimeField } from './date-time-field.tsx'
import { showScreen } from './testing/show-screen.tsx'
import { dayWords } from './date-text.ts'
import { TimeZoneContext, wallTime } from './time-zone.ts'
import { WallTimeField } from './wall-time-field.tsx'

const dayField = page.getByRole('textbox', { name: 'Date of the event' })
const timeField = page.getByRole('textbox', { name: 'Publish at' })
const calendarButton = page.getByRole('button', { name: 'Open the calendar' })

function showDay(start: string | null = null, earliest?: string) {
  const said: (string | null | undefined)[] = []
  function Field() {
    const [value, setValue] = useState(start)
    return (
      <DateField
        label="Date of the event"
        value={value}
        {...(earliest && { earliest })}
        onChange={(day) => {
          said.push(day)
          setValue(day ?? null)
        }}
      />
    )
  }
  showScreen(<Field />)
  return said
}

function showTime(start: string | null, zone: string) {
  const said: (string | null | undefined)[] = []
  function Field() {
    const [value, setValue] = useState(start)
    const [closed, setClosed] = useState(false)
    return (
      <TimeZoneContext value={zone}>
        <Modal
          opened={!closed}
          onClose={() => setClosed(true)}
          title="Schedule"
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <DateTimeField
            label="Publish at"
            value={value}
            startsFocused
            onChange={(moment) => {
              said.push(moment)
              if (moment !== undefined) setValue(moment)
            }}
          />
        </Modal>
      </TimeZoneContext>
    )
  }
  showScreen(<Field />)
  return said
}

const violations = async () => {
  const { violations: found } = await axe.run(document.body, {
    // The frame of the test page has neither title nor landmarks.
    rules: {
      region: { enabled: false },
      'page-has-heading-one': { enabled: false },
      'landmark-one-main': { enabled: false },
    },
  })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

test('a typed date is taken in the forms people write, and shown in the form of the language', async () => {
  const said = showDay()
  await userEvent.fill(dayField, '29 march 2026')
  expect(said.at(-1)).toBe('2026-03-29')
  await userEvent.tab()
  await expect.element(dayField).toHaveValue('Mar 29, 2026')
  await userEvent.fill(dayField, '')
  expect(said.at(-1)).toBeNull()
})

/** What forms hold while a text is no date: nothing, an empty text that their schema refuses, or the date of before. */
const meanwhile = {
  nothing: () => null,
  'an empty text': () => '',
  'the date of before': (date: string | null) => date,
}

for (const [held, valueFor] of Object.entries(meanwhile))
  for (const start of [null, '2026-11-30T08:00'])
    test(`a date keeps every key that is typed ${start ? 'over another' : 'into an empty field'} while the form holds ${held}`, async () => {
      function Field() {
        const [value, setValue] = useState<string | null>(start)
        const change = (next: string | null | undefined) => setValue(next === undefined ? valueFor(value) : next)
        return <WallTimeField label="Publish at" zone="UTC" value={value} onChange={change} />
      }
      showScreen(<Field />)
      await timeField.click()
      if (start) {
        await userEvent.keyboard('{End}{Backspace}')
        await expect.element(timeField).toHaveValue('Nov 30, 2026, 8:00 A')
        await userEvent.keyboard('{Control>}a{/Control}')
      }
      await userEvent.keyboard('31.12.2026 10:00')
      await expect.element(timeField).toHaveValue('31.12.2026 10:00')
      await userEvent.tab()
      await expect.element(timeField).toHaveValue('Dec 31, 2026, 10:00 AM')
    })

test('what is no date is said beside the field once one leaves it, and the text stays', async () => {
  const said = showDay('2026-03-29')
  await userEvent.fill(dayField, '30 Februar')
  await expect.element(page.getByText('Write a date like Mar 29, 2026.')).not.toBeInTheDocument()
  expect(said.at(-1)).toBeUndefined()
  await userEvent.tab()
  await expect.element(page.getByText('Write a date like Mar 29, 2026.')).toBeVisible()
  await expect.element(dayField).toHaveValue('30 Februar')
  await expect.element(dayField).toHaveAttribute('aria-invalid', 'true')
})

test('Enter that ends a Chinese word says nothing about the date yet, in Safari neither, which tells of it after the end', async () => {
  showDay('2026-03-29')
  await userEvent.clear(dayField)
  await cdp().send('Input.imeSetComposition', { text: 'sanyue', selectionStart: 6, selectionEnd: 6 })
  await userEvent.keyboard('{Enter}')
  await expect.element(dayField).not.toHaveAttribute('aria-invalid')
  await cdp().send('Input.insertText', { text: '三月' })
  const end = new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })
  dayField.element().dispatchEvent(end)
  await expect.element(dayField).not.toHaveAttribute('aria-invalid')
  await userEvent.keyboard('{Enter}')
  await expect.element(dayField).toHaveAttribute('aria-invalid', 'true')
})

test('the calendar is opened, walked and left with the keyboard', async () => {
  const said = showDay('2026-03-29', '2026-03-02')
  await dayField.click()
  await userEvent.tab()
  await expect.element(calendarButton).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Mar 29, 2026' })).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Mar 1, 2026' })).toBeDisabled()
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{ArrowUp}{ArrowLeft}{Enter}')
  expect(said).toEqual(['2026-03-21'])
  await expect.element(dayField).toHaveValue('Mar 21, 2026')
  await expect.element(calendarButton).toHaveFocus()
})

test('a time is typed and chosen on the clocks of the person’s zone', async () => {
  const said = showTime('2026-07-01T12:00:00.000Z', 'Asia/Shanghai')
  await expect.element(timeField).toHaveValue('Jul 1, 2026, 8:00 PM')
  await userEvent.fill(timeField, '2026-07-02 9:15 am')
  expect(said.at(-1)).toBe('2026-07-02T01:15:00.000Z')
  await calendarButton.click()
  await page.getByRole('button', { name: 'Jul 6, 2026' }).click()
  expect(said.at(-1)).toBe('2026-07-06T01:15:00.000Z')
  await page.getByRole('spinbutton', { name: 'Hours' }).click()
  await userEvent.keyboard('11')
  expect(said.at(-1)).toBe('2026-07-06T03:15:00.000Z')
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.element(timeField).toHaveValue('Jul 6, 2026, 11:15 AM')
})

test('a time, and a day without its year, are meant on the clocks of the field', async () => {
  // 23:30 of Monday in Shanghai.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T15:30:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const said = showTime(null, 'Asia/Shanghai')
  await userEvent.fill(timeField, '14:30')
  expect(said.at(-1)).toBe('2026-11-24T06:30:00.000Z')
  await userEvent.tab()
  await expect.element(timeField).toHaveValue('Nov 24, 2026, 2:30 PM')
  await userEvent.fill(timeField, '明天 23:45')
  expect(said.at(-1)).toBe('2026-11-24T15:45:00.000Z')
  await userEvent.fill(timeField, 'dec 1 2:30pm')
  expect(said.at(-1)).toBe('2026-12-01T06:30:00.000Z')
})

test('Escape closes the calendar, not the dialog that the field is in', async () => {
  showTime('2026-07-01T12:00:00.000Z', 'UTC')
  await calendarButton.click()
  await expect.element(page.getByRole('button', { name: 'Jul 1, 2026' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Jul 1, 2026' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog', { name: 'Schedule' })).toBeVisible()
  await expect.element(calendarButton).toHaveFocus()
})

test('an hour that clocks skip becomes the one after, and one that comes twice is named', async () => {
  const said = showTime(null, 'Europe/Berlin')
  await userEvent.fill(timeField, 'Mar 29, 2026, 2:30 AM')
  expect(said.at(-1)).toBe('2026-03-29T01:30:00.000Z')
  await expect.element(page.getByText(/Clocks skip that hour. The time is now .*3:30.*GMT\+2/)).toBeVisible()
  await userEvent.tab()
  await expect.element(timeField).toHaveValue('Mar 29, 2026, 3:30 AM')
  await userEvent.fill(timeField, 'Oct 25, 2026, 2:30 AM')
  expect(said.at(-1)).toBe('2026-10-25T00:30:00.000Z')
  await expect.element(page.getByText(/Clocks show this time twice that day. It means .*GMT\+2/)).toBeVisible()
})

test('the calendar marks today on the clocks of the field, not of the browser', async () => {
  // One of the two has another day than UTC, where the tests run, at any hour.
  const zone = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
  showScreen(<WallTimeField label="Publish at" zone={zone} value={null} onChange={() => undefined} />)
  await calendarButton.click()
  await expect.element(page.getByRole('button', { name: 'Done' })).toBeVisible()
  const today = wallTime(new Date(), zone).slice(0, 10)
  const marked = [...document.querySelectorAll('[data-today]')].map((day) => day.getAttribute('aria-label'))
  expect(marked).toEqual([dayWords(today, 'en')])
})

test('in Chinese, dates are written and weeks begin as they do in China', async () => {
  showDay('2026-03-29')
  flushSync(() => i18n.loadAndActivate({ locale: 'zh-CN', messages: {} }))
  await expect.element(dayField).toHaveValue('2026年3月29日')
  await calendarButton.click()
  await expect.element(page.getByText('2026年3月', { exact: true })).toBeVisible()
  const week = [...document.querySelectorAll('thead th')].map((cell) => cell.textContent)
  expect(week).toEqual(['一', '二', '三', '四', '五', '六', '日'])
  await expect.element(page.getByRole('button', { name: '2026年3月29日' })).toHaveFocus()
})

test('a range of days is typed or chosen, and a wrong one is not applied', async () => {
  const chosen: Days[] = []
  showScreen(<DayRange first="" last="" onChoose={(days) => chosen.push(days)} />)
  await userEvent.fill(page.getByRole('textbox', { name: 'From' }), 'Mar 2, 2026')
  await userEvent.fill(page.getByRole('textbox', { name: 'To' }), '1.3.2026')
  await expect.element(page.getByText('Before the first day')).toBeVisible()
  await page.getByRole('button', { name: 'Apply' }).click()
  await userEvent.fill(page.getByRole('textbox', { name: 'To' }), 'soon')
  await page.getByRole('button', { name: 'Apply' }).click()
  expect(chosen).toEqual([])
  await userEvent.fill(page.getByRole('textbox', { name: 'To' }), '')
  await page.getByRole('button', { name: 'Apply' }).click()
  expect(chosen).toEqual([{ first: '2026-03-02', last: '' }])
})

test('one day that is chosen from the calendar is that day, and two are the days between them', async () => {
  const chosen: Days[] = []
  showScreen(<DayRange first="" last="" onChoose={(days) => chosen.push(days)} />)
  const to = page.getByRole('textbox', { name: 'To' })
  const day = (name: string) => page.getByRole('button', { name: dayWords(name, 'en') })
  const today = wallTime(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone).slice(0, 7)
  const [first, last] = [`${today}-11`, `${today}-14`]
  await day(first).click()
  await expect.element(to).toHaveValue(dayWords(first, 'en'))
  await page.getByRole('button', { name: 'Apply' }).click()
  expect(chosen).toEqual([{ first, last: first }])
  await day(last).click()
  await expect.element(to).toHaveValue(dayWords(last, 'en'))
  await page.getByRole('button', { name: 'Apply' }).click()
  expect(chosen.at(-1)).toEqual({ first, last })
  await day(first).click()
  await userEvent.fill(to, '')
  await page.getByRole('button', { name: 'Apply' }).click()
  expect(chosen.at(-1)).toEqual({ first, last: '' })
})
