import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AdRule, adRuleNames, adRules } from '#contract/ad-rules.ts'
import type { Ad } from '#contract/ads.ts'
import { AdExplain } from './ad-explain.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { AdForm } from './ad-form.tsx'
import { notifyAboutAd } from './ad-messages.ts'
import { anAd, aPlacement, showOnServer } from './testing/ad-server.tsx'

const open = (ad: Ad, refuse?: Parameters<typeof showOnServer>[1]['refuse'], get: object = {}) => {
  localStorage.clear()
  const answers = { get: { [ad.id]: ad, ...get }, ...(refuse && { refuse }) }
  return showOnServer(ad, answers, <AdForm ad={ad} readOnly={false} />)
}
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
const summary = page.getByRole('alert').filter({ hasText: 'There is something to correct' })
/** What the summary and the field itself say is wrong, which must be the same. */
async function expectFault(input: ReturnType<typeof field>, label: string, message: string) {
  await expect.element(summary.filter({ hasText: `${label}: ${message}` })).toBeVisible()
  await expect.element(input).toHaveAccessibleDescription(new RegExp(message.replace(/[.:/,]/g, '\\$&')))
}

test('an end before its start says so at the field when it is left, and together with what else is wrong', async () => {
  const sent = open(anAd({ startsAt: '2027-05-02T09:00' }))
  await field('End').fill('2027-05-01 09:00')
  await userEvent.tab()
  await expect.element(field('End')).toHaveAccessibleDescription(/The end must be after the start\./)
  await expect.element(summary).not.toBeInTheDocument()
  await field('Name').fill('')
  await save()
  await expectFault(field('Name'), 'Name', 'Fill this in.')
  await expectFault(field('End'), 'End', 'The end must be after the start.')
  await field('Start').fill('2027-04-01 09:00')
  await expect.element(field('End')).not.toHaveAccessibleDescription(/The end must be after the start\./)
  expect(sent).toEqual([])
})

test('a goal says what is exact: impressions are, clicks may come later', async () => {
  open(anAd({ goal: { kind: 'impressions', amount: 1000 } }))
  await expect.element(field('Amount')).toHaveAccessibleDescription('Never exceeded.')
  await page.getByRole('combobox', { name: 'Goal' }).selectOptions('Clicks')
  await expect
    .element(field('Amount'))
    .toHaveAccessibleDescription('Clicks on ads that readers see already may still come.')
})

test('a goal that too few page views fit, or that the daily cap does not allow, is warned of', async () => {
  const estimate = { eligibleViews: 396, allViews: 500, days: 28, perDay: 14, wholeFlight: 396.2 }
  const goal = { kind: 'impressions', amount: 1000 } as const
  const times = { startsAt: '2027-05-01T09:00', endsAt: '2027-05-04T00:00' }
  open(anAd({ goal, ...times }), undefined, { '/estimate': estimate })
  const warning = page.getByRole('status').filter({ hasText: /fewer than the goal/ })
  await expect.element(warning).toMatchTextContent(/^About 396 page views fit from start to end, fewer than the goal/)
  await field('Amount').fill('300')
  await expect.element(warning).not.toBeInTheDocument()
  await field('Daily cap').fill('99')
  await expect.element(warning).toMatchTextContent(/^With this daily cap there are at most 297 impressions/)
  await field('Daily cap').fill('100')
  await expect.element(warning).not.toBeInTheDocument()
})

test('an ad whose end has passed says so before it is submitted', async () => {
  open(anAd({ missing: ['endsAt'], can: { submit: true } }))
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  const dialog = page.getByRole('dialog', { name: 'Submit “Offer” for approval' })
  await expect.element(dialog.getByText('Its end has passed. Choose a later one, or none.')).toBeVisible()
})

test('a date that is none, and an address that is not https, say the same above and at the field', async () => {
  const sent = open(anAd())
  await field('Start').fill('soon')
  await field('Click address').fill('http://shop.example')
  await save()
  await expectFault(field('Click address'), 'Click address', 'The address must begin with https://.')
  await expectFault(field('Start'), 'Start', 'Write date and time like')
  await field('Click address').fill('https://shop.example/a b')
  await expectFault(field('Click address'), 'Click address', 'Write the address without spaces; %20 is one.')
  expect(sent).toEqual([])
})

test('numbers are refused as they were typed, not made to fit: negative, with a fraction, too large', async () => {
  const sent = open(anAd())
  await field('Daily cap').click()
  await userEvent.keyboard('-5')
  await expect.element(field('Daily cap')).toHaveValue('-5')
  await field('Frequency cap').fill('51')
  await field('Weight').fill('1.5')
  await save()
  await expectFault(field('Daily cap'), 'Daily cap', 'Not less than 1.')
  await expectFault(field('Frequency cap'), 'Frequency cap', 'Not more than 50.')
  await expectFault(field('Weight'), 'Weight', 'Write a whole number.')
  expect(sent).toEqual([])
  await field('Daily cap').fill('12500')
  await field('Frequency cap').fill('')
  await field('Weight').fill('7')
  await save()
  await expect.poll(() => sent).toMatchObject([{ dailyCap: 12_500, weight: 7, frequencyCap: null }])
  await expect.element(field('Daily cap')).toHaveValue('12,500')
})

test('a pasted name that is too long is kept and refused, not cut', async () => {
  const sent = open(anAd())
  await field('Name').fill('x'.repeat(161))
  expect(field('Name').element().hasAttribute('maxlength')).toBe(false)
  await save()
  await expectFault(field('Name'), 'Name', 'At most 160 characters.')
  expect(sent).toEqual([])
})

test('hours of the day are ranges, also over midnight', async () => {
  const daytime = Array.from({ length: 18 }, (_, at) => at + 4)
  const audience = { categories: [], tags: [], devices: [], hours: daytime }
  const sent = open(anAd({ targeting: audience }))
  const targeting = page.getByRole('group', { name: 'Targeting' })
  const hours = (name: string) => targeting.getByRole('combobox', { name, exact: true })
  await expect.element(hours('Hours 1: from')).toHaveDisplayValue('04:00')
  await expect.element(hours('Hours 1: to')).toHaveDisplayValue('22:00')
  await hours('Hours 1: from').selectOptions('22:00')
  await hours('Hours 1: to').selectOptions('02:00')
  await targeting.getByRole('button', { name: 'Add hours' }).click()
  await hours('Hours 2: from').selectOptions('12:00')
  await hours('Hours 2: to').selectOptions('14:00')
  await save()
  await expect.poll(() => sent).toMatchObject([{ targeting: { hours: [0, 1, 12, 13, 22, 23] } }])
  await targeting.getByRole('button', { name: 'Remove hours 1' }).click()
  await expect.element(hours('Hours 1: from')).toHaveDisplayValue('12:00')
})

test('what waits for approval says why it cannot be changed, and offers both answers', async () => {
  const waits = { status: 'pending', submittedAt: '2026-01-01T00:00:00.000Z' } as const
  open(anAd({ ...waits, can: { write: false, approve: true, reject: true, withdraw: true } }))
  await expect.element(page.getByText(/^It cannot be changed until it is approved or rejected\./)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
  await expect.element(field('Name')).toHaveAttribute('readonly')
})

test('nothing of the form is wider than a phone of 320 pixels', async () => {
  await page.viewport(320, 700)
  const title = 'Why the botanic garden in Brightsea hides the concert hall behind its greenhouses'
  const ad = anAd({ creatives: [{ kind: 'html', html: '<p>Hi', width: 300, height: 250 }], frames: [null] })
  const articles = { items: [{ id: ad.id, title }], total: 1, totalIsExact: true, page: 1, pageSize: 20 }
  open(ad, undefined, { '/api/articles': articles })
  await expect.element(page.getByRole('group', { name: 'Preview' }).getByText(title)).toBeVisible()
  const form = page.getByRole('form', { name: 'Offer' }).element()
  const tooWide = [...form.querySelectorAll('fieldset, fieldset *')].filter(
    (part) => part.getBoundingClientRect().right > 320 && !part.closest('[class*="hidden"]'),
  )
  expect(tooWide.map((part) => part.className)).toEqual([])
  expect(document.documentElement.scrollWidth).toBe(320)
  const tabs = page
    .getByRole('tab')
    .elements()
    .map((tab) => tab.getBoundingClientRect().top)
  expect(new Set(tabs).size, 'the tabs are in one line').toBe(1)
})

test('without a page, an ad for some categories is not said to be in none of them', async () => {
  const ad = anAd()
  const rule = (outcome: string) => [{ rule: 'category', outcome, field: null }]
  const explained = {
    at: '2026-01-01T00:00:00.000Z',
    shown: false,
    share: 0,
    stoppedBy: 'category',
    outrankedBy: null,
    rules: rule('stop'),
  }
  showOnServer(ad, { get: { '/explain': explained } }, <AdExplain ad={ad} openField={() => {}} start={undefined} />)
  await expect
    .element(page.getByText(/^The ad is for some categories only, and no page is chosen here\./))
    .toBeVisible()
})

const explainedBy = (rule: AdRule, id: string) => ({
  '/explain': {
    at: '2026-01-01T06:30:00.000Z',
    shown: false,
    share: 0,
    stoppedBy: rule,
    outrankedBy: null,
    rules: [{ rule, outcome: 'stop', field: { ...adRules[rule], id } }],
  },
})

test('why an ad is shown is asked first for a device that it is for', async () => {
  const { targeting } = anAd()
  for (const [ad, device] of [
    [anAd(), 'Desktop'],
    [anAd({ targeting: { ...targeting, devices: ['tablet', 'phone'] } }), 'Phone'],
    [anAd({ exclusions: { ...targeting, devices: ['desktop', 'phone'] } }), 'Tablet'],
  ] as const) {
    document.body.replaceChildren()
    showOnServer(
      ad,
      { get: explainedBy('category', ad.id) },
      <AdExplain ad={ad} openField={() => {}} start={undefined} />,
    )
    await expect.element(page.getByRole('combobox', { name: 'Device' })).toHaveDisplayValue(device)
  }
})

/** Those that an action ends lead to the action. */
const rulesOfFields = adRuleNames.filter((rule) => !['deletedAt', 'status'].includes(adRules[rule].path))

test.each(rulesOfFields.filter((rule) => adRules[rule].entity === 'ad'))(
  'D2 what stops the ad by the rule “%s” leads to its very field',
  async (rule) => {
    const ad = anAd({ creatives: [{ kind: 'text', title: 'Offer', text: 'Cheap.' }] })
    open(ad, undefined, explainedBy(rule, ad.id))
    await page.getByRole('tab', { name: 'Why is it shown?' }).click()
    await page.getByRole('button', { name: 'Go to the field' }).click()
    const isThere = () => {
      const { activeElement } = document
      const isControl = activeElement?.matches('input, select, textarea, button') ?? false
      return isControl && activeElement?.closest(`#ad-${adRules[rule].path.replaceAll('.', '-')}`) !== null
    }
    await expect.poll(isThere).toBe(true)
  },
)

test.each(rulesOfFields.filter((rule) => adRules[rule].entity !== 'ad'))(
  'D2 what stops the ad by the rule “%s” leads to the field of the placement or article',
  async (rule) => {
    const ad = anAd()
    showOnServer(
      ad,
      { get: explainedBy(rule, 'some-id') },
      <AdExplain ad={ad} openField={() => {}} start={undefined} />,
    )
    const { entity, path } = adRules[rule]
    const link = page.getByRole('link', { name: entity === 'article' ? 'Open the article' : 'Open the placement' })
    await expect.element(link).toHaveAttribute('href', expect.stringMatching(new RegExp(`some-id\\?field=${path}$`)))
  },
)

test('the hour that was asked about and the hours of the ad are named, and the ad of higher priority, with a link', async () => {
  const ad = anAd({
    timeZone: 'Asia/Shanghai',
    targeting: { categories: [], tags: [], devices: [], hours: [4, 5, 6, 20] },
  })
  const explained = (stoppedBy: string, outrankedBy: object | null) => ({
    '/explain': { at: '2026-01-01T06:30:00.000Z', shown: false, share: 0, stoppedBy, outrankedBy, rules: [] },
  })
  const ask = (get: object) => {
    document.body.replaceChildren()
    showOnServer(ad, { get: { ...get } }, <AdExplain ad={ad} openField={() => {}} start={undefined} />)
  }
  ask(explained('hour', null))
  await expect
    .element(
      page.getByText(
        'The ad targets 04:00–07:00, 20:00–21:00 only, and the time asked about is 14:30 (Asia/Shanghai).',
      ),
    )
    .toBeVisible()
  ask(explained('outranked', { id: ad.id, name: 'Winter sale' }))
  await expect.element(page.getByText(/^An ad of higher priority takes the place: Winter sale$/)).toBeVisible()
  expect(page.getByRole('link', { name: 'Winter sale' }).element().getAttribute('href')).toContain(ad.id)
})

test('a creative that is not complete is named by its number', async () => {
  open(anAd())
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Add a text' }).click()
  await field('Heading').first().fill('Spring offer')
  await save()
  await expect.element(summary.filter({ hasText: 'Creatives: Number 2: Fill this in.' })).toBeVisible()
})

test('advertisers that exist are offered while typing, and any other text is saved', async () => {
  const advertiser = page.getByRole('combobox', { name: 'Advertiser' })
  const sent = open(anAd(), undefined, { '/api/ads/advertisers': { items: ['Nordrad GmbH', 'Nordlicht'] } })
  await advertiser.fill('Nordra')
  await page.getByRole('option', { name: 'Nordrad GmbH' }).click()
  await expect.element(advertiser).toHaveValue('Nordrad GmbH')
  await save()
  await expect.poll(() => sent).toMatchObject([{ advertiser: 'Nordrad GmbH' }])
  await advertiser.fill('Südrad')
  await save()
  await expect.poll(() => sent.at(-1)).toMatchObject({ advertiser: 'Südrad' })
})

test('the preview begins with the ad, and the wheel over the article scrolls the form', async () => {
  localStorage.setItem('copydesk.previewWidth', 'phone')
  const ad = anAd({ creatives: [{ kind: 'text', title: 'Cheap offer', text: 'Today' }] })
  const article = { id: crypto.randomUUID(), title: 'Story', version: 1 }
  const get = { [ad.id]: ad, '/api/articles': { items: [article] }, '/preview': { html: '<p>Text</p>' } }
  showOnServer(ad, { get }, <AdForm ad={ad} readOnly={false} />)
  const frame = page.getByTitle('Preview', { exact: true })
  await expect.element(frame).toBeVisible()
  const [ofAd, ofArticle] = [page.getByText('Cheap offer').element(), frame.element()].map((one) =>
    one.getBoundingClientRect(),
  )
  expect(ofAd!.bottom).toBeLessThanOrEqual(ofArticle!.top)
  expect(getComputedStyle(frame.element()).pointerEvents).toBe('none')
  localStorage.clear()
})

test('the preview shows a text as wide as its placement, its label above it', async () => {
  await page.viewport(1280, 800)
  const ad = anAd({ label: 'Advertisement', creatives: [{ kind: 'text', title: 'Cheap offer', text: 'Today' }] })
  showOnServer(ad, { get: { [ad.id]: ad } }, <AdForm ad={ad} readOnly={false} />)
  const heading = page.getByText('Cheap offer')
  await expect.element(heading).toBeVisible()
  const [label, words] = [page.getByText('Advertisement', { exact: true }).last().element(), heading.element()].map(
    (one) => one.getBoundingClientRect(),
  )
  expect(label!.bottom).toBeLessThanOrEqual(words!.top)
  expect(words!.width).toBe(300)
})

test('a review says who submitted', async () => {
  const submittedBy = { id: crypto.randomUUID(), name: 'Max' }
  const can = { write: false, approve: true, reject: true }
  open(anAd({ status: 'pending', submittedAt: new Date().toISOString(), submittedBy, can }))
  await expect.element(page.getByText(/^Submitted by Max/)).toBeVisible()
})

test('a picture says how large it is; its two buttons say what they remove', async () => {
  const media = crypto.randomUUID()
  const picture = { id: media, url: '/x.png', thumb: '/x.png', width: 300, height: 250, alt: '', variants: [] }
  const ad = anAd({ creatives: [{ kind: 'image', media, alt: '' }] })
  open(ad, undefined, { [media]: { ...picture, deletedAt: null } })
  await expect.element(page.getByText('300 × 250 pixels')).toBeVisible()
  await expect.element(page.getByText('Remove the picture', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Remove creative', { exact: true })).toBeVisible()
})

test('a creative that is added after a refused save is not called wrong before it was touched', async () => {
  open(anAd())
  await field('Name').fill('')
  await save()
  await expectFault(field('Name'), 'Name', 'Fill this in.')
  await page.getByRole('button', { name: 'Add a picture' }).click()
  const creative = page.getByRole('group', { name: 'Creative 1' })
  await expect.element(creative).toBeVisible()
  await field('Name').fill('Offer')
  await expect.element(field('Name')).not.toHaveAccessibleDescription(/Fill this in/)
  expect(creative.element().textContent).not.toMatch(/expected format|Fill this in|Choose a picture\./)
  await save()
  await expect.element(creative.getByText('Choose a picture.')).toBeVisible()
  await expect.element(summary.filter({ hasText: 'Creatives: Number 1: Choose a picture.' })).toBeVisible()
})

test('the sizes of a placement are named before a picture is chosen, and beside its own size after that', async () => {
  const placement = { id: crypto.randomUUID(), key: 'side', name: 'Side', active: true }
  const sizes = [
    { width: 300, height: 250 },
    { width: 300, height: 600 },
  ]
  const [media, ad] = [crypto.randomUUID(), anAd()]
  const picture = { id: media, url: '/x.png', thumb: '/x.png', alt: '', width: 728, height: 90 }
  const given = {
    ...ad,
    placements: [placement.id],
    creatives: [{ kind: 'image', media, alt: '' }],
    refs: { ...ad.refs, placements: [{ ...placement, sizes }] },
  } as unknown as Ad
  open(given, undefined, { [media]: { ...picture, deletedAt: null } })
  await expect.element(page.getByText('✗ 728×90 does not fit “Side”, which shows 300×250, 300×600')).toBeVisible()
  await page.getByRole('button', { name: 'Add a picture' }).click()
  await expect
    .element(page.getByRole('group', { name: 'Creative 2' }).getByText('“Side” shows 300×250, 300×600'))
    .toBeVisible()
})

test('a refused size is said with the size of the creative and those of the placements', async () => {
  const creatives = [{ kind: 'html', html: '<p>Hi', width: 728, height: 90 }] as const
  const ad = anAd({ creatives: [...creatives], frames: [null] }, aPlacement({ sizes: [{ width: 300, height: 250 }] }))
  open(ad, { status: 400, code: 'invalid_input', fields: [{ path: 'creatives.0', code: 'wrong_size', message: '' }] })
  await field('Name').fill('Another offer')
  await save()
  await expect
    .element(summary.filter({ hasText: 'Creatives: Number 1 has 728×90; the chosen placements show 300×250.' }))
    .toBeVisible()
})

test('the message about one ad goes when another one is opened', async () => {
  const [one, other] = [anAd({ name: 'Offer', can: { pause: true } }), anAd({ name: 'Other' })]
  const message = notifyAboutAd(one.id, () => notifyDone('Approved: “Offer”'))
  open(one)
  await expect.element(page.getByText('Approved: “Offer”')).toBeVisible()
  message()
  notifyAboutAd(one.id, () => notifyDone('Approved: “Offer”'))
  open(other)
  await expect.element(page.getByText('Approved: “Offer”')).not.toBeInTheDocument()
})

test('what an ad lacks before it is submitted leads to its field', async () => {
  open(anAd({ can: { submit: true }, missing: ['clickUrl', 'creatives', 'placements'], placements: [] }))
  const dialog = page.getByRole('dialog', { name: 'Submit “Offer” for approval' })
  const jump = async (lack: string) => {
    await page.getByRole('button', { name: 'Submit for approval' }).click()
    await dialog.getByRole('button', { name: lack }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  await jump('Add the address that a click leads to.')
  await expect.element(field('Click address')).toHaveFocus()
  await page.getByRole('tab', { name: 'History' }).click()
  await jump('Add a creative.')
  await expect.element(page.getByRole('button', { name: 'Add a picture' })).toHaveFocus()
})

test('the cursor is in a creative as soon as it is added', async () => {
  open(anAd({ creatives: [{ kind: 'text', title: 'First', text: '' }], frames: [null] }))
  const creative = (place: number) => page.getByRole('group', { name: `Creative ${place}` })
  await page.getByRole('button', { name: 'Add a text' }).click()
  await expect.element(creative(2).getByRole('textbox', { name: 'Heading' })).toHaveFocus()
  await page.getByRole('button', { name: 'Add HTML' }).click()
  await expect.element(creative(3).getByRole('textbox', { name: 'HTML' })).toHaveFocus()
  await page.getByRole('button', { name: 'Add a picture' }).click()
  await expect.element(creative(4).getByRole('button', { name: /choose a picture/ })).toHaveFocus()
})

const Address = () => <output aria-label="Address">{useScreen().search}</output>

test('the part of an ad that is open is in the address, so that it is there after a reload and can be passed on', async () => {
  const ad = anAd()
  const screen = (
    <>
      <AdForm ad={ad} readOnly={false} />
      <Address />
    </>
  )
  showOnServer(ad, { get: { [ad.id]: ad }, search: '?tab=history' }, screen)
  const [address, part] = [page.getByLabelText('Address'), (name: string) => page.getByRole('tab', { name })]
  await expect.element(part('History')).toHaveAttribute('aria-selected', 'true')
  await part('Settings').click()
  await expect.element(field('Name')).toHaveValue('Offer')
  await expect.element(address).toHaveTextContent('?')
  await part('History').click()
  await expect.element(address).toHaveTextContent('?tab=history')
})

test('what waits until an ad is saved says so in sight, to the keyboard and in the menu', async () => {
  open(anAd({ can: { submit: true, archive: true } }))
  const submit = page.getByRole('button', { name: 'Submit for approval' })
  await expect.element(submit).toBeVisible()
  expect(page.getByText('Save the changes first.').elements()).toEqual([])
  await field('Name').fill('Another offer')
  await expect.element(page.getByText('Save the changes first.')).toBeVisible()
  await expect.element(submit).toHaveAccessibleDescription('Save the changes first.')
  ;(submit.element() as HTMLElement).focus()
  await expect.element(submit).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(page.getByRole('dialog').elements()).toEqual([])
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect.element(page.getByRole('menuitem', { name: /Archive/ })).toMatchTextContent(/Save the changes first\./)
})
