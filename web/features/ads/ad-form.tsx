import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Tabs, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { AdFields, AdFormFields, newAdFields } from '#contract/ad-fields.ts'
import type { Ad } from '#contract/ads.ts'
import { EntityForm, useEntityForm } from '../../entity/entity-form.tsx'
import { paths } from '../../paths.ts'
import { focusControl, useNamedField } from '../../ui/named-field.ts'
import { useScreen } from '../../ui/screen.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { AddressInput } from '../../ui/address-input.tsx'
import { useSite } from '../session/site.ts'
import { PlacementPicker } from '../placements/placement-picker.tsx'
import { asPlacementOption } from '../placements/placement-api.ts'
import { useAdActions } from './ad-actions.tsx'
import { useMessagesOf } from './ad-messages.ts'
import { useReadAdAgain, useSaveAd } from './ad-api.ts'
import { AdAudience } from './ad-audience.tsx'
import { AdCreatives } from './ad-creatives.tsx'
import { AdDelivery } from './ad-delivery.tsx'
import { AdEstimate } from './ad-estimate.tsx'
import { AdExplain } from './ad-explain.tsx'
import type { AdEdit } from './ad-form-type.ts'
import { AdHistory } from './ad-history.tsx'
import { AdMenu } from './ad-menu.tsx'
import { AdPreview } from './ad-preview.tsx'
import { refNames, usePickedNames, usePictures, usePlacementRefs } from './ad-references.ts'
import { AdReviewNotices } from './ad-review-notices.tsx'
import { AdReportPanel } from './ad-report.tsx'
import { AdSchedule } from './ad-schedule.tsx'
import { AdSection } from './ad-section.tsx'
import { AdStatus } from './ad-status.tsx'
import { type AdSizes, useAdFaultText } from './ad-fault-text.ts'
import { useAdFieldShown } from './ad-field-shown.ts'
import { AdvertiserField } from './advertiser-field.tsx'
import classes from './ads.module.css'

const fieldNames = Object.keys(AdFields.shape) as (keyof typeof AdFields.shape)[]
const valuesOf = (ad: Ad | undefined, timeZone: string): z.input<typeof AdFields> =>
  ad
    ? (Object.fromEntries(fieldNames.map((name) => [name, ad[name]])) as z.input<typeof AdFields>)
    : { ...newAdFields(), name: '', timeZone }

const tabs = ['settings', 'report', 'explain', 'history'] as const
type Tab = (typeof tabs)[number]
const asTab = (name: string | null): Tab => tabs.find((one) => one === name) ?? 'settings'

/** Which part is open, as the address says it: after a reload, and for whom it is passed on to. */
function useTab(): [Tab, (next: Tab) => void] {
  const { search, navigate } = useScreen()
  // A state of its own, so that a field is there to be focused before the router has followed.
  const [tab, setTab] = useState(() => asTab(new URLSearchParams(search).get('tab')))
  const open = (next: Tab) => {
    if (next === tab) return
    setTab(next)
    const params = new URLSearchParams(search)
    if (next === 'settings') params.delete('tab')
    else params.set('tab', next)
    navigate(`?${params}`, { replace: true })
  }
  return [tab, open]
}

const noRefs: Ad['refs'] = { media: [], placements: [], categories: [], tags: [] }

export function AdForm({ ad: given, readOnly: mayNotWrite }: { ad: Ad | undefined; readOnly: boolean }) {
  const { t } = useLingui()
  // Advertisers book in the time of the site, wherever the person works.
  const [own, { timeZone }] = [useTimeZone(), useSite()]
  const zone = timeZone === 'UTC' ? own : timeZone
  const save = useSaveAd()
  const [tab, setTab] = useTab()
  const known = refNames(given?.refs ?? noRefs)
  const sizes = useRef<AdSizes>({ placements: [], pictures: [] })
  const edit: AdEdit = useEntityForm({
    given,
    readOnly: mayNotWrite,
    locked: ({ can }) => !can.write,
    schema: AdFormFields,
    valuesOf: (ad: Ad | undefined) => valuesOf(ad, zone),
    shown: useAdFieldShown((id) => known.get(id)),
    faultText: useAdFaultText(() => sizes.current),
    prefix: 'ad',
    save: (base, values, key) => save.mutateAsync({ base, values, key }),
    nameOf: ({ name }) => name,
    hrefOf: ({ id }) => paths.ad(id),
    list: paths.ads,
  })
  const { form, entity: ad, readOnly } = edit
  const readAgain = useReadAdAgain()
  const openField = (field: string) => {
    setTab('settings')
    requestAnimationFrame(() => focusControl(`ad-${field}`))
  }
  useNamedField(openField)
  const actions = useAdActions(
    (next, action) => (action === 'trash' ? edit.leave() : edit.follow(next)),
    // What cannot be read again is told by the next action; until then it stays as it was.
    () => ad && readAgain(ad.id).then(edit.follow, () => undefined),
    openField,
  )
  const values = useWatch({ control: form.control }) as z.output<typeof AdFields>
  const refs = ad?.refs ?? noRefs
  const placements = usePlacementRefs(values.placements, refs.placements)
  const pictures = usePictures(values.creatives, refs.media)
  useEffect(() => {
    sizes.current = { placements, pictures }
  })
  useMessagesOf(ad?.id)
  const names = usePickedNames([...refs.categories, ...refs.tags])
  return (
    <>
      <EntityForm
        edit={edit}
        texts={{ isNew: t`New ad`, add: t`Add the ad` }}
        beforeSave={() => setTab('settings')}
        status={ad && <AdStatus ad={ad} />}
        actions={ad && <AdMenu ad={ad} dirty={edit.dirty} start={actions.start} />}
      >
        {ad && <AdReviewNotices ad={ad} />}
        <Tabs
          value={tab}
          onChange={(next) => setTab(asTab(next))}
          keepMounted={false}
          className={readOnly ? classes.locked : undefined}
        >
          {ad && (
            <Tabs.List mb="md" className={classes.tabs} style={{ flexWrap: 'nowrap' }}>
              <Tabs.Tab value="settings">
                <Trans>Settings</Trans>
              </Tabs.Tab>
              <Tabs.Tab value="report">
                <Trans>Delivery</Trans>
              </Tabs.Tab>
              <Tabs.Tab value="explain">
                <Trans>Why is it shown?</Trans>
              </Tabs.Tab>
              <Tabs.Tab value="history">
                <Trans>History</Trans>
              </Tabs.Tab>
            </Tabs.List>
          )}
          <Tabs.Panel value="settings">
            <Stack gap="lg">
              <Stack gap="md">
                <TextInput {...edit.field('name')} required data-autofocus={!ad || undefined} />
                <Controller
                  control={form.control}
                  name="advertiser"
                  render={({ field: { value, onChange, onBlur } }) => (
                    <AdvertiserField {...edit.look('advertiser')} value={value} onChange={onChange} onBlur={onBlur} />
                  )}
                />
                <TextInput
                  {...edit.field('label')}
                  description={t`Shown at the ad, as “Advertisement”, so that readers can tell it from an article.`}
                />
                <AddressInput
                  {...edit.field('clickUrl')}
                  description={t`Where a click leads. The address must begin with https://.`}
                />
                <Controller
                  control={form.control}
                  name="placements"
                  render={({ field }) => (
                    <PlacementPicker
                      {...edit.look('placements')}
                      disabled={readOnly}
                      canCreate={false}
                      value={field.value.map((id) => {
                        const ref = placements.find((one) => one.id === id)
                        return ref ? asPlacementOption(ref) : { id, label: '…' }
                      })}
                      onChange={(options) => field.onChange(options.map(({ id }) => id))}
                      description={t`The places on the site that show it.`}
                    />
                  )}
                />
              </Stack>
              <AdCreatives edit={edit} readOnly={readOnly} placements={placements} pictures={pictures} />
              <AdSection title={t`Preview`}>
                <AdPreview
                  ad={ad}
                  creatives={values.creatives}
                  label={values.label}
                  placements={placements}
                  pictures={pictures}
                />
              </AdSection>
              <AdSchedule edit={edit} readOnly={readOnly} />
              <AdDelivery edit={edit} readOnly={readOnly} values={values} />
              <AdAudience edit={edit} readOnly={readOnly} names={names} />
              <AdEstimate values={values} />
            </Stack>
          </Tabs.Panel>
          {ad && (
            <>
              <Tabs.Panel value="report">
                <AdReportPanel ad={ad} />
              </Tabs.Panel>
              <Tabs.Panel
                value="explain"
                // What is asked here is no part of the form, so Enter must not send it.
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
                }}
              >
                <AdExplain ad={ad} openField={openField} start={edit.dirty ? undefined : actions.start} />
              </Tabs.Panel>
              <Tabs.Panel value="history">
                <AdHistory ad={ad} readOnly={readOnly || edit.dirty} onRestored={edit.follow} />
              </Tabs.Panel>
            </>
          )}
        </Tabs>
      </EntityForm>
      {actions.dialog}
    </>
  )
}
