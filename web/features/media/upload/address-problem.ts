import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { AddressFault } from '#contract/media.ts'
import { ApiError } from '../../../api/call.ts'
import { useUploadProblem } from './upload-problem.ts'

const sentences: Record<AddressFault, MessageDescriptor> = {
  address_refused: msg`Pictures are not fetched from this address.`,
  address_unreachable: msg`The site does not give it out, or cannot be reached.`,
  address_too_slow: msg`The site took too long. Try again.`,
  address_not_a_picture: msg`What is there is no picture that the library accepts (JPEG, PNG, WebP, AVIF or GIF).`,
  address_too_large: msg`It is larger than 25 MB.`,
}

/** Why a picture of another site was not taken over, in the person's language. */
export function useAddressProblem(): (error: unknown) => string {
  const { t } = useLingui()
  const problem = useUploadProblem()
  return useCallback(
    (error) => {
      const code = error instanceof ApiError ? error.problem?.fields?.[0]?.code : undefined
      const sentence = sentences[code as AddressFault]
      return sentence ? t(sentence) : problem(error)
    },
    [t, problem],
  )
}
