import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Media } from '#contract/media.ts'
import { paths } from '../../../paths.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { typeName, useMediaWords } from '../media-words.ts'
import { dateFormat } from '../../../ui/formats.ts'

/** What is known of a picture without looking at it. */
export function MediaFacts({ media }: { media: Media }) {
  const { i18n } = useLingui()
  const words = useMediaWords()
  const { type, bytes, capturedAt, createdAt, createdBy, updatedAt, updatedBy, deletedAt, version } = media
  return (
    <Facts>
      <Fact name={<Trans>File</Trans>}>
        {typeName(type)} · {words.dimensions(media)} · {words.bytes(bytes)}
      </Fact>
      {capturedAt && (
        <Fact name={<Trans>Taken</Trans>}>
          {/* The camera's own clock, which names no zone: shown as it is written. */}
          <time dateTime={capturedAt}>
            {dateFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
              new Date(`${capturedAt}Z`),
            )}
          </time>
        </Fact>
      )}
      <Fact name={<Trans>Uploaded</Trans>}>
        <RelativeTime value={createdAt} />
        {createdBy && (
          <>
            {' · '}
            <Anchor component={ScreenLink} inherit to={`${paths.media}?uploader=${createdBy.id}`}>
              {createdBy.name}
            </Anchor>
          </>
        )}
      </Fact>
      {version > 1 && (
        <Fact name={<Trans>Changed</Trans>}>
          <RelativeTime value={updatedAt} />
          {updatedBy && ` · ${updatedBy.name}`}
        </Fact>
      )}
      {deletedAt && (
        <Fact name={<Trans>In the trash since</Trans>}>
          <RelativeTime value={deletedAt} />
        </Fact>
      )}
    </Facts>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
