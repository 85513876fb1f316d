import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import type { Media } from '#contract/media.ts'
import { CENTRE, moved, objectPosition, type Point, pointAt } from './focal-rules.ts'
import classes from './focal-picker.module.css'
import { previewOf } from '../media-preview.ts'
import { numberFormat } from '../../../ui/formats.ts'

type Props = {
  media: Media
  value: Point | null
  onChange: (value: Point | null) => void
  readOnly: boolean
}

const steps: Record<string, Point> = {
  ArrowLeft: { x: -0.01, y: 0 },
  ArrowRight: { x: 0.01, y: 0 },
  ArrowUp: { x: 0, y: -0.01 },
  ArrowDown: { x: 0, y: 0.01 },
}

/** The picture, large, with the point that stays in sight wherever it is cropped: by click or by arrow keys. */
export function FocalPicker({ media, value, onChange, readOnly }: Props) {
  const { t, i18n } = useLingui()
  const point = value ?? CENTRE
  const src = previewOf(media)
  const share = (part: number) => numberFormat(i18n.locale, { style: 'percent' }).format(part)
  const [across, down] = [share(point.x), share(point.y)]
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    // The arrows also lead to other pictures; not from here.
    event.stopPropagation()
    const times = event.shiftKey ? 10 : 1
    onChange(moved(point, { x: step.x * times, y: step.y * times }))
  }
  return (
    <div>
      <div className={classes.stage}>
        <div className={classes.fitted} style={{ '--shape': media.width / media.height } as React.CSSProperties}>
          <img className={classes.picture} src={src} alt={media.alt || t`Preview of ${media.name}`} draggable={false} />
          {!readOnly && (
            <button
              type="button"
              className={classes.area}
              aria-label={t`Focal point: ${across} from the left, ${down} from the top. The arrow keys move it.`}
              onKeyDown={onKeyDown}
              onClick={(event) => {
                // Enter and Space click, too, but point nowhere.
                if (event.detail === 0) return
                const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
                onChange(pointAt((event.clientX - left) / width, (event.clientY - top) / height))
              }}
            />
          )}
          {(value || !readOnly) && (
            <span
              className={classes.mark}
              data-set={value !== null || undefined}
              style={{ insetInlineStart: `${point.x * 100}%`, insetBlockStart: `${point.y * 100}%` }}
              aria-hidden
            />
          )}
        </div>
      </div>
      <div className={classes.crops}>
        {[1, 16 / 9].map((shape) => (
          <img
            key={shape}
            src={src}
            alt=""
            className={classes.crop}
            style={{ aspectRatio: String(shape), objectPosition: objectPosition(point, media, shape) }}
          />
        ))}
        <div className={classes.said}>
          <Text size="xs" c="dimmed">
            {readOnly ? (
              <Trans>How it is cropped to a square and to a wide frame.</Trans>
            ) : (
              <Trans>Click what must stay in sight when the picture is cropped.</Trans>
            )}
          </Text>
          {value && (
            <Group gap="xs" mt={4}>
              <Text size="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {across} · {down}
              </Text>
              {!readOnly && (
                <Button size="compact-xs" variant="default" onClick={() => onChange(null)}>
                  <Trans>Back to the centre</Trans>
                </Button>
              )}
            </Group>
          )}
        </div>
      </div>
    </div>
  )
}
