import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { MediaUse } from '#contract/media.ts'
import { paths } from '../../../paths.ts'
import { listed } from '../../../ui/listed.ts'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { useMediaUses } from '../media-api.ts'
import classes from './media-panel.module.css'

const placeNames: Record<MediaUse['places'][number], MessageDescriptor> = {
  cover: msg`cover`,
  socialImage: msg`social image`,
  body: msg`in the text`,
  published: msg`published version`,
  avatar: msg`portrait`,
  photo: msg`photo`,
  creative: msg`creative`,
  logo: msg`logo`,
}

type Props = { id: string; title?: ReactNode; /** Runs when a link is followed. */ onFollow?: () => void }

/** Where a picture is used, with ways to go there. */
export function MediaUses({ id, title, onFollow }: Props) {
  const { data, isPending } = useMediaUses(id)
  if (isPending) return <Skeleton height={36} />
  if (!data) return null
  const more = data.total - data.items.length
  return (
    <section>
      <Text size="sm" fw={600} component="h3">
        {title ?? <Trans>Used in</Trans>}
      </Text>
      {data.total === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Nowhere yet</Trans>
        </Text>
      )}
      <ul className={classes.uses}>
        {data.items.map((use) => (
          <UseLine key={`${use.type} ${use.id}`} use={use} onFollow={onFollow} />
        ))}
        {more > 0 && (
          <li>
            <Trans>and {more} more</Trans>
          </li>
        )}
      </ul>
    </section>
  )
}

const pathOf: Record<MediaUse['type'], (id: string) => string> = {
  article: paths.article,
  author: paths.author,
  album: paths.album,
  ad: paths.ad,
  setting: () => paths.settings,
}

/** Shown instead of a name that the person may not see. */
const unnamed: Record<MediaUse['type'], MessageDescriptor> = {
  article: msg`An article you may not see`,
  author: msg`An author you may not see`,
  album: msg`An album you may not see`,
  ad: msg`An ad you may not see`,
  setting: msg`The settings of the site`,
}

function UseLine({ use, onFollow }: { use: MediaUse; onFollow: Props['onFollow'] }) {
  const { t, i18n } = useLingui()
  const { id, type, title, places, trashed } = use
  const named = (kind: MediaUse['type'], name: string) => {
    if (kind === 'author') return t`Author ${name}`
    if (kind === 'album') return t`Album ${name}`
    return kind === 'ad' ? t`Ad ${name}` : name
  }
  const where = listed(
    [...places.map((place) => t(placeNames[place])), ...(trashed ? [t`in the trash`] : [])],
    i18n.locale,
  )
  return (
    <li>
      {title === null ? (
        t(unnamed[type])
      ) : (
        <Anchor component={ScreenLink} to={pathOf[type](id)} underline="always" inherit {...(onFollow && { onFollow })}>
          {named(type, title) || t`Untitled`}
        </Anchor>
      )}
      {where && <Text span size="sm" c="dimmed">{` · ${where}`}</Text>}
    </li>
  )
}
