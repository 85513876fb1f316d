import { Trans } from '@lingui/react/macro'
import { Anchor, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'

type Props = { icon: ReactNode; title: ReactNode; children: ReactNode }

/** A public screen that has only something to say, and the way back to the sign-in. */
export function PublicMessage({ icon, title, children }: Props) {
  return (
    <Stack gap="sm">
      <Text c="var(--mantine-color-anchor)" component="span" lh={1} aria-hidden="true">
        {icon}
      </Text>
      <Title order={1}>{title}</Title>
      <Text role="status">{children}</Text>
      <Anchor component={Link} to={paths.login} size="sm" mt="xs">
        <Trans>Go to sign-in</Trans>
      </Anchor>
    </Stack>
  )
}
