import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Text } from '@mantine/core'
import type { MediaUse } from '#contract/media.ts'
import { paths } from '../../paths.ts'
import { listed } from '../../ui/listed.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useMediaUses } from './media-api.ts'
import classes from './media.module.css'

const placeNames: Record<MediaUse['places'][number], MessageDescriptor> = {
  cover: msg`cover`,
  socialImage: msg`social image`,
  body: msg`in the text`,
  published: msg`published version`,
  avatar: msg`portrait`,
}

/** Where a picture is used, with ways to go there. */
export function MediaUses({ id }: { id: string }) {
  const { data } = useMediaUses(id)
  if (!data) return null
  const more = data.total - data.items.length
  return (
    <section>
      <Text size="sm" fw={600} component="h3">
        <Trans>Used in</Trans>
      </Text>
      {data.total === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Nowhere yet</Trans>
        </Text>
      )}
      <ul className={classes.uses}>
        {data.items.map((use) => (
          <UseLine key={use.id} use={use} />
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

function UseLine({ use }: { use: MediaUse }) {
  const { t, i18n } = useLingui()
  const { id, type, title, places, trashed } = use
  const where = listed(
    [...places.map((place) => t(placeNames[place])), ...(trashed ? [t`in the trash`] : [])],
    i18n.locale,
  )
  return (
    <li>
      {title === null && <Trans>An article you may not see</Trans>}
      {title !== null && type === 'article' && (
        <Anchor component={ScreenLink} to={paths.article(id)} underline="always">
          {title || t`Untitled`}
        </Anchor>
      )}
      {title !== null && type === 'author' && <Trans>Author {title}</Trans>}
      {where && <Text span size="sm" c="dimmed">{` · ${where}`}</Text>}
    </li>
  )
}
