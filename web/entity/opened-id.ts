import { useState } from 'react'
import { useScreen } from '../ui/screen.tsx'

/** The id in the address with which the form was opened. A new one gets its address when it is saved, and is not loaded for that. */
export function useOpenedId(): string | undefined {
  const { params } = useScreen()
  return useState(params['id'])[0]
}
