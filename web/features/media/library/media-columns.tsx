import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { Media } from '#contract/media.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { Person } from '../../../ui/person.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { NameWithThumb, ThumbFrame } from '../../../ui/thumb-frame.tsx'
import { typeName, useMediaWords } from '../media-words.ts'
import classes from './media-columns.module.css'
import { Thumb } from '../thumb.tsx'

export function useMediaColumns(): readonly Column<Media>[] {
  const { t, i18n } = useLingui()
  const words = useMediaWords()
  return useMemo(
    () => [
      { key: 'name', header: t`Name`, sort: 'name', cell: (media) => <NameCell media={media} /> },
      { key: 'type', header: t`Type`, width: 70, cell: ({ type }) => typeName(type) },
      {
        key: 'bytes',
        header: t`File size`,
        sort: 'bytes',
        width: 96,
        align: 'end',
        onPhone: 'shown',
        cell: ({ bytes }) => words.bytes(bytes),
      },
      {
        key: 'dimensions',
        header: t`Dimensions`,
        width: 116,
        align: 'end',
        onPhone: 'shown',
        cell: words.dimensions,
      },
      {
        key: 'uses',
        header: t`Uses`,
        sort: 'uses',
        width: 76,
        align: 'end',
        onPhone: 'left-out',
        cell: ({ uses }) => (
          <Text span inherit {...(uses === 0 && { c: 'dimmed' })}>
            {i18n.number(uses)}
          </Text>
        ),
      },
      {
        key: 'uploader',
        header: t`Uploaded by`,
        width: 150,
        onPhone: 'left-out',
        cell: ({ createdBy }) => (createdBy ? <Person name={createdBy.name} /> : '–'),
      },
      {
        key: 'createdAt',
        header: t`Uploaded`,
        sort: 'createdAt',
        sortFirst: 'desc',
        width: 120,
        cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
      },
    ],
    [t, i18n, words],
  )
}

function NameCell({ media }: { media: Media }) {
  const { name, alt, duplicates } = media
  return (
    <NameWithThumb
      thumb={
        <ThumbFrame>
          <Thumb media={media} />
        </ThumbFrame>
      }
    >
      <span className={classes.nameLines}>
        <span className={classes.line} title={name}>
          {name}
        </span>
        <span className={classes.line} data-quiet>
          {alt || (
            <span className={classes.missing}>
              <Trans>No alt text</Trans>
            </span>
          )}
          {duplicates > 0 && (
            <>
              {' · '}
              <Trans>has similar pictures</Trans>
            </>
          )}
        </span>
      </span>
    </NameWithThumb>
  )
}
