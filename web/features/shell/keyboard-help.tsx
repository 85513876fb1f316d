import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Kbd, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useOpensAfterMount } from '../../ui/drop-anchor.tsx'
import { useActiveShortcuts } from '../../ui/shortcuts.ts'
import { goToKeys, screenInfo } from './screens.ts'
import { keyboardHelp } from './shell-dialogs.ts'

/** All keys that work here, those of the screen in front first. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const opened = useOpensAfterMount(keyboardHelp.useOpened())
  const ofTheScreen = useActiveShortcuts()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t`Keyboard shortcuts`}
      size="lg"
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Stack gap="lg">
          {ofTheScreen.length > 0 && (
            <Keys title={<Trans>On this screen</Trans>}>
              {ofTheScreen.map(({ key, withCtrl, shown, label }) => (
                <Row
                  key={`${key} ${label}`}
                  keys={shown ?? (withCtrl ? ['Ctrl', key.toUpperCase()] : [key])}
                  label={label}
                />
              ))}
            </Keys>
          )}
          <Keys title={<Trans>Everywhere</Trans>}>
            <Row keys={['Ctrl', 'K']} label={t`Search or go to…`} />
            <Row keys={['?']} label={t`Keyboard shortcuts`} />
            <Row keys={['F8']} label={t`Go to messages`} />
          </Keys>
        </Stack>
        <Keys title={<Trans>Go to</Trans>}>
          {Object.entries(goToKeys).map(([key, id]) => (
            <Row key={key} keys={['g', key]} label={i18n._(screenInfo(id).label)} />
          ))}
        </Keys>
      </SimpleGrid>
    </Modal>
  )
}

function Keys({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section>
      <Title order={3} mb="xs">
        {title}
      </Title>
      <Stack gap={6}>{children}</Stack>
    </section>
  )
}

function Row({ keys, label }: { keys: readonly string[]; label: string }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{label}</Text>
      <Group gap={4} wrap="nowrap">
        {keys.map((key) => (
          <Kbd key={key} style={{ whiteSpace: 'nowrap' }}>
            {key}
          </Kbd>
        ))}
      </Group>
    </Group>
  )
}
