import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Anchor, NativeSelect, NumberInput, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Explanation } from '#contract/ad-insight.ts'
import type { AdRule } from '#contract/ad-rules.ts'
import type { Ad } from '#contract/ads.ts'
import { type Device, DEVICES } from '#contract/events.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { paths } from '../../paths.ts'
import { FieldRow } from '../../ui/field-row.tsx'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import type { PickerOption } from '../../ui/picker-option.ts'
import { atField } from '../../ui/named-field.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { PlacementPicker } from '../placements/placement-picker.tsx'
import { asPlacementOption } from '../placements/placement-api.ts'
import { type AdStep, useExplanation } from './ad-api.ts'
import { AdArticlePicker } from './ad-article-picker.tsx'
import { AdCompetition } from './ad-competition.tsx'
import { AdStopText } from './ad-stop-text.tsx'
import { actionLabels, deviceNames, ruleTexts } from './ad-words.ts'
import classes from './ads.module.css'

type Props = {
  ad: Ad
  /** Shows the form and focuses the element of this id, or the first control in it. */
  openField: (field: string) => void
  /** Starts an action on the ad; undefined while the form has changes. */
  start: ((action: AdStep, ad: Ad) => unknown) | undefined
}

const isMeantFor = ({ targeting, exclusions }: Ad, device: Device) =>
  (targeting.devices.length === 0 || targeting.devices.includes(device)) && !exclusions.devices.includes(device)

/** Why the ad is, or is not, shown on a page at a time: the rules of the decision in their order. */
export function AdExplain({ ad, openField, start }: Props) {
  const { t } = useLingui()
  const [booked] = ad.refs.placements
  const [placement, setPlacement] = useState<PickerOption | undefined>(booked && asPlacementOption(booked))
  const [article, setArticle] = useState<PickerOption>()
  const [device, setDevice] = useState<Device>(() => DEVICES.find((one) => isMeantFor(ad, one)) ?? DEVICES[0])
  const [seen, setSeen] = useState(0)
  const [at, setAt] = useState<string>()
  const { data, error } = useExplanation(
    ad.id,
    placement && {
      placement: placement.id,
      article: article?.id ?? null,
      device,
      seen,
      ...(at !== undefined && { at }),
    },
  )
  const problemText = useProblemText()
  return (
    <Stack gap="md">
      <FieldRow>
        <PlacementPicker
          label={t`Placement`}
          canCreate={false}
          most={1}
          value={placement ? [placement] : []}
          onChange={([next]) => setPlacement(next)}
        />
        <AdArticlePicker value={article} onChange={setArticle} />
      </FieldRow>
      <FieldRow>
        <NativeSelect
          label={t`Device`}
          value={device}
          onChange={(event) => setDevice(event.currentTarget.value as Device)}
          data={DEVICES.map((name) => ({ value: name, label: t(deviceNames[name]) }))}
        />
        <NumberInput
          label={t`Times seen by the visitor`}
          min={0}
          max={1000}
          allowDecimal={false}
          value={seen}
          onChange={(next) => setSeen(Number(next))}
        />
        <DateTimeField
          label={t`Time (left empty: now)`}
          value={at ?? null}
          onChange={(next) => setAt(next ?? undefined)}
        />
      </FieldRow>
      {placement === undefined ? (
        <Text size="sm" c="dimmed">
          <Trans>Choose a placement to see which rule stops the ad there.</Trans>
        </Text>
      ) : error && !data ? (
        <Text size="sm" role="alert">
          {problemText(error).sentence}
        </Text>
      ) : data ? (
        <Answer explanation={data} hasArticle={article !== undefined} ad={ad} openField={openField} start={start} />
      ) : (
        <Skeleton height={240} />
      )}
      <AdCompetition
        title={placement ? t`Ads in this placement` : t`Ads on this page`}
        own={ad.id}
        query={{ device, placement: placement?.id, article: article?.id, at }}
      />
    </Stack>
  )
}

type AnswerProps = Props & { explanation: Explanation; hasArticle: boolean }

const marks = { pass: '✓', stop: '✗', skipped: '–' }

function Answer({ explanation, hasArticle, ...of }: AnswerProps) {
  const { t, i18n } = useLingui()
  const { stoppedBy, share, rules } = explanation
  const percent = i18n.number(share, { style: 'percent', maximumFractionDigits: 1 })
  const outcomes = { pass: t`Passed`, stop: t`Stopped`, skipped: t`Not asked` }
  return (
    <>
      <Alert color={stoppedBy ? 'orange' : 'teal'} role="status" title={stoppedBy ? t`Not shown` : t`May be shown`}>
        {stoppedBy ? (
          <AdStopText ad={of.ad} explanation={{ ...explanation, stoppedBy }} hasArticle={hasArticle} />
        ) : (
          t`Its share of this placement is ${percent}.`
        )}
      </Alert>
      <ol className={classes.rules} aria-label={t`Rules in their order`}>
        {rules.map(({ rule, outcome, field }) => (
          <li key={rule} data-outcome={outcome}>
            <span role="img" aria-label={outcomes[outcome]}>
              {marks[outcome]}
            </span>
            <span>{t(ruleTexts[rule].asks)}</span>
            {outcome === 'stop' && field && <Remedy rule={rule} field={field} {...of} />}
          </li>
        ))}
      </ol>
    </>
  )
}

/** What ends the state that stops an ad, the first that the person may do. */
const remedies: Partial<Record<AdRule, readonly AdStep[]>> = {
  trashed: ['restore'],
  archived: ['restore'],
  not_approved: ['approve', 'submit'],
  paused: ['resume'],
}

type Field = NonNullable<Explanation['rules'][number]['field']>

/** The way to what stops the ad: an action, a field of the ad, or the placement or article. */
function Remedy({ rule, field: { entity, id, path }, ad, openField, start }: Props & { rule: AdRule; field: Field }) {
  const { t } = useLingui()
  if (entity !== 'ad')
    return (
      <Anchor
        component={ScreenLink}
        size="sm"
        to={atField(entity === 'placement' ? paths.placement(id) : paths.article(id), path)}
      >
        {entity === 'placement' ? <Trans>Open the placement</Trans> : <Trans>Open the article</Trans>}
      </Anchor>
    )
  const steps = remedies[rule]
  if (!steps)
    return (
      <Anchor component="button" type="button" size="sm" onClick={() => openField(path.replaceAll('.', '-'))}>
        <Trans>Go to the field</Trans>
      </Anchor>
    )
  const step = steps.find((one) => ad.can[one])
  if (step === undefined)
    return ad.submittedAt === null ? null : (
      <Text span size="sm" c="dimmed">
        <Trans>An administrator has to approve it.</Trans>
      </Text>
    )
  return (
    <Anchor component="button" type="button" size="sm" disabled={!start} onClick={() => void start?.(step, ad)}>
      {t(actionLabels[step])}
    </Anchor>
  )
}
