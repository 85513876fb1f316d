import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { SNIPPET_NAME_MAX } from '#contract/snippets.ts'

/** The name of a snippet, with what is wrong with it until it is changed. */
export function useSnippetName(initial: string) {
  const { t } = useLingui()
  const [name, setName] = useState(initial)
  const [fault, setFault] = useState<string>()
  const field = (
    <TextInput
      data-autofocus
      label={t`Name of the snippet`}
      maxLength={SNIPPET_NAME_MAX}
      value={name}
      error={fault}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        setName(event.currentTarget.value)
        setFault(undefined)
      }}
    />
  )
  return { name, field, setFault }
}
