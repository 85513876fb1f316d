import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCopy, IconDots } from '@tabler/icons-react'
import type { Ad } from '#contract/ads.ts'
import { actionIcons, actionOrder, useCopyAd } from './ad-actions.tsx'
import type { AdStep } from './ad-api.ts'
import { actionLabels } from './ad-words.ts'

type Props = { ad: Ad; dirty: boolean; start: (action: AdStep, ad: Ad) => unknown }

/** The next action as a button, the others in a menu; they wait until the form is saved. */
export function AdMenu({ ad, dirty, start }: Props) {
  const { t } = useLingui()
  const able = actionOrder.filter((action) => ad.can[action])
  const copy = useCopyAd()
  const [first, ...others] = able
  if (!first) return null
  return (
    <>
      <Button
        variant="default"
        disabled={dirty}
        title={dirty ? t`Save the changes first.` : undefined}
        leftSection={actionIcons[first]}
        onClick={() => void start(first, ad)}
      >
        {t(actionLabels[first])}
      </Button>
      {(others.length > 0 || !ad.deletedAt) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={36} variant="default" aria-label={t`More actions`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((action) => (
              <Menu.Item
                key={action}
                leftSection={actionIcons[action]}
                disabled={dirty}
                onClick={() => void start(action, ad)}
              >
                {t(actionLabels[action])}
              </Menu.Item>
            ))}
            {!ad.deletedAt && (
              <Menu.Item leftSection={<IconCopy size={16} />} disabled={dirty} onClick={() => void copy(ad)}>
                <Trans>Duplicate</Trans>
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
