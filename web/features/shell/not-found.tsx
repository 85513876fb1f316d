import { Trans } from '@lingui/react/macro'
import { Button, Code, Text } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useLastHref } from '../../ui/keep-alive.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { paths } from '../../paths.ts'
import { ScreenMessage } from './screen-message.tsx'

/** An address that leads nowhere. */
export function NotFound() {
  const { path } = useScreen()
  const articles = useLastHref(paths.articles)
  return (
    <ScreenMessage
      icon={<IconMapOff size={36} stroke={1.4} />}
      title={<Trans>There is no such page</Trans>}
      actions={
        <Button component={Link} to={articles} variant="default">
          <Trans>Go to articles</Trans>
        </Button>
      }
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        <Trans>
          There is nothing at <Code>{path}</Code>. The address may be misspelt, or what was here has moved.
        </Trans>
      </Text>
    </ScreenMessage>
  )
}
