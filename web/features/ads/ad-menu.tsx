import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu, Text } from '@mantine/core'
import { IconCopy, IconDots } from '@tabler/icons-react'
import { useId } from 'react'
import type { Ad } from '#contract/ads.ts'
import { UnavailableItem } from '../../ui/unavailable-item.tsx'
import { actionIcons, actionOrder, useCopyAd } from './ad-actions.tsx'
import type { AdStep } from './ad-api.ts'
import { actionLabels } from './ad-words.ts'

type Props = { ad: Ad; dirty: boolean; start: (action: AdStep, ad: Ad) => unknown }

/** Both answers of who approves, else the next action, as buttons; the others in a menu. They wait until the form is saved. */
export function AdMenu({ ad, dirty, start }: Props) {
  const { t } = useLingui()
  const able = actionOrder.filter((action) => ad.can[action])
  const copy = useCopyAd()
  const whyNot = useId()
  const saveFirst = t`Save the changes first.`
  if (able.length === 0) return null
  // Whoever decides about an ad needs both answers at hand.
  const shown = able[0] === 'approve' && able[1] === 'reject' ? 2 : 1
  const others = able.slice(shown)
  return (
    <>
      {dirty && (
        <Text id={whyNot} size="xs" c="dimmed" style={{ alignSelf: 'center' }}>
          {saveFirst}
        </Text>
      )}
      {able.slice(0, shown).map((action) => (
        <Button
          key={action}
          variant="default"
          // Not `disabled`: who comes by keyboard is told why.
          {...(dirty && { 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': whyNot })}
          leftSection={actionIcons[action]}
          onClick={() => !dirty && void start(action, ad)}
        >
          {t(actionLabels[action])}
        </Button>
      ))}
      {(others.length > 0 || !ad.deletedAt) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={36} variant="default" aria-label={t`More actions`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((action) =>
              dirty ? (
                <UnavailableItem
                  key={action}
                  icon={actionIcons[action]}
                  label={t(actionLabels[action])}
                  unavailable={saveFirst}
                />
              ) : (
                <Menu.Item key={action} leftSection={actionIcons[action]} onClick={() => void start(action, ad)}>
                  {t(actionLabels[action])}
                </Menu.Item>
              ),
            )}
            {!ad.deletedAt &&
              (dirty ? (
                <UnavailableItem icon={<IconCopy size={16} />} label={t`Duplicate`} unavailable={saveFirst} />
              ) : (
                <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copy(ad)}>
                  <Trans>Duplicate</Trans>
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
