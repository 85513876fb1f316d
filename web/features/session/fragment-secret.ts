import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** The secret of a link (`#token=…`), mailed or printed by the server, taken out of the address at once so that it is not kept in the history. */
export function useFragmentSecret(name: 'token' | 'invitation' | 'setup'): string | undefined {
  const { hash, pathname, search } = useLocation()
  const given = new URLSearchParams(hash.slice(1)).get(name) ?? undefined
  const [secret, setSecret] = useState(given)
  if (given !== undefined && given !== secret) setSecret(given)
  useEffect(() => {
    if (given !== undefined) window.history.replaceState(window.history.state, '', pathname + search)
  }, [given, pathname, search])
  return secret
}
