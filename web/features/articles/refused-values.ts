import type { ArticleFields } from '#contract/article-fields.ts'
import type { FieldFault } from '#contract/field-faults.ts'
import type { ApiError } from '../../api/call.ts'
import { sameValue } from '../../entity/drafts/draft-merge.ts'
import { faultsOf, fieldNames, type FieldName } from './article-fields.ts'

/** The values that the server did not take, and why: they are not sent again until they are changed. */
export class RefusedValues {
  private refused: { name: FieldName; value: unknown; fault: FieldFault }[] = []

  /** A person who asks again means it: what was refused may be free by now. */
  forget() {
    this.refused = []
  }

  /** Remembers the values that the server named as wrong. @returns the names of their fields */
  add({ problem }: ApiError, sent: ArticleFields): Set<FieldName> {
    const named = (problem?.fields ?? []).flatMap(({ path, code, rule, limit }) => {
      const name = fieldNames.find((one) => one === path.split('.')[0])
      return name ? [{ name, fault: { code, rule, limit }, value: sent[name] }] : []
    })
    this.refused = [...this.refused, ...named]
    return new Set(named.map(({ name }) => name))
  }

  /** What is wrong by our own check, or was by the server's and has not been changed since. */
  faultsOf(fields: ArticleFields): Partial<Record<FieldName, FieldFault>> {
    this.refused = this.refused.filter(({ name, value }) => sameValue(fields[name], value))
    return { ...Object.fromEntries(this.refused.map(({ name, fault }) => [name, fault])), ...faultsOf(fields) }
  }
}
