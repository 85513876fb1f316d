import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { paths } from '../../paths.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useAllowed, useMe } from '../session/session-api.ts'

/** For someone who writes and has no author profile: how to get one, or who can make it. */
export function HowToGetByline() {
  const me = useMe()
  const mayManage = useAllowed('users.manage')
  const mayAdd = useAllowed('taxonomy.write')
  if (!me) return null
  if (mayManage)
    return (
      <Trans>
        You have no byline yet.{' '}
        <Anchor
          component={ScreenLink}
          to={`${paths.users}?q=${encodeURIComponent(me.email)}&user=${me.id}`}
          inherit
          underline="always"
        >
          Give yourself one
        </Anchor>{' '}
        and new articles begin with it.
      </Trans>
    )
  if (mayAdd)
    return (
      <Trans>
        You have no byline yet.{' '}
        <Anchor component={ScreenLink} to={paths.authorAdd} inherit underline="always">
          Add an author
        </Anchor>{' '}
        and tick “This is my own byline”, and new articles begin with it.
      </Trans>
    )
  return <Trans>You have no byline yet. An administrator can give you one on the Users screen.</Trans>
}
