import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Fieldset, Group, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { AUTHOR_LINKS_MOST, type AuthorFields } from '#contract/authors.ts'
import { AddressInput } from '../../ui/address-input.tsx'

type Props = {
  form: UseFormReturn<z.input<typeof AuthorFields>> & {
    errorOf: (name: `links.${number}.${'label' | 'url'}`) => string | undefined
  }
  readOnly: boolean
}

/** Where else to find the author, in an order. */
export function AuthorLinks({ form, readOnly }: Props) {
  const { t } = useLingui()
  const links = useFieldArray({ control: form.control, name: 'links' })
  return (
    <Fieldset
      variant="unstyled"
      mx={0}
      legend={t`Links`}
      styles={{ legend: { fontWeight: 600, marginBottom: 2 } }}
      id="author-links"
      tabIndex={-1}
    >
      <Stack gap="sm">
        {links.fields.map((link, at) => {
          const place = at + 1
          return (
            <Group key={link.id} gap="xs" align="flex-start" wrap="nowrap">
              <Group gap="xs" grow flex={1} align="flex-start" preventGrowOverflow={false}>
                <TextInput
                  aria-label={t`Text of link ${place}`}
                  placeholder={t`Link text`}
                  maxLength={60}
                  miw={110}
                  readOnly={readOnly}
                  error={form.errorOf(`links.${at}.label`)}
                  {...form.register(`links.${at}.label`)}
                />
                <AddressInput
                  aria-label={t`Address of link ${place}`}
                  miw={140}
                  readOnly={readOnly}
                  error={form.errorOf(`links.${at}.url`)}
                  {...form.register(`links.${at}.url`)}
                />
              </Group>
              {!readOnly && (
                <ActionIcon
                  size={36}
                  variant="subtle"
                  color="gray"
                  aria-label={t`Remove link ${place}`}
                  onClick={() => links.remove(at)}
                >
                  <IconX size={16} />
                </ActionIcon>
              )}
            </Group>
          )
        })}
        {!readOnly && links.fields.length < AUTHOR_LINKS_MOST && (
          <Button
            variant="default"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconPlus size={14} />}
            onClick={() => links.append({ label: '', url: '' })}
          >
            <Trans>Add a link</Trans>
          </Button>
        )}
      </Stack>
    </Fieldset>
  )
}
