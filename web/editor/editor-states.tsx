import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { EditorLoadError } from './load-editor-resources.ts'

const SOON = 150

/** The shape of the editor to come; not shown when the editor comes at once. */
export function EditorLoading() {
  const { t } = useLingui()
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), SOON)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Box role="status" aria-label={t`Loading the editor`} mih={420}>
      {isShown ? (
        <>
          <Group gap={6} h={44} px="xs" style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}>
            {[64, 64, 108, 160, 128].map((width, index) => (
              <Skeleton key={index} h={24} w={width} maw="18%" />
            ))}
          </Group>
          <Stack gap="sm" maw={720} mx="auto" mt={32} px="md">
            <Skeleton h={16} w="92%" />
            <Skeleton h={16} w="97%" />
            <Skeleton h={16} w="61%" />
          </Stack>
        </>
      ) : null}
    </Box>
  )
}

/** Says that the editor did not come, what to check, and that the text is safe. */
export function EditorNotLoaded({ error, retry }: { error: EditorLoadError; retry: () => void }) {
  const { url, cause } = error
  useEffect(() => {
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [retry])
  const reason = cause instanceof Error ? cause.message : ''
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={<Trans>The editor resources failed to load</Trans>}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Trans>Check that the resource exists and that the home URL is configured correctly.</Trans>
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <code>{url}</code>
        </Text>
        {reason ? (
          <Text size="sm" c="dimmed">
            {reason}
          </Text>
        ) : null}
        <Text size="sm">
          <Trans>The text of the article is safe.</Trans>
        </Text>
        <Button size="xs" variant="default" onClick={retry}>
          <Trans>Retry</Trans>
        </Button>
      </Stack>
    </Alert>
  )
}
