import type { ArticleFields } from '#contract/article-fields.ts'
import type { Article } from '#contract/articles.ts'
import { ApiError } from '../../api/call.ts'
import { createKey, mayHaveArrived } from '../../entity/drafts/create-key.ts'
import { differing, type FieldMergers, mergeFields, namesOf, pick, sameValue } from '../../entity/drafts/draft-merge.ts'
import { mergeBodies } from './article-body-merge.ts'
import { fieldsOf, type FieldName } from './article-fields.ts'
import type { SaveReason } from './article-session-state.ts'
import { NO_QUESTION, TypedArticle } from './article-session-typing.ts'

/** Failures that pass by themselves: the same save may work in a moment. */
const TRANSIENT: ReadonlySet<ApiError['code']> = new Set(['offline', 'busy', 'too_many_requests', 'unexpected'])

/** Fields that refer to other entities, which may be merged or deleted meanwhile: the server says what is left of them. */
const REFERRING: ReadonlySet<FieldName> = new Set(['authors', 'primaryCategory', 'categories', 'tags'])

export const mergers: FieldMergers<ArticleFields> = { body: mergeBodies }

/** How what is typed comes to the server, and what others changed into what is typed. */
export abstract class SavedArticle extends TypedArticle {
  /** Saves now. @returns whether everything typed is on the server */
  async save(reason: 'save' | 'autosave' = 'save'): Promise<boolean> {
    return this.saveFor('person', reason)
  }

  protected async saveFor(whom: 'person' | 'timer', reason: SaveReason): Promise<boolean> {
    return (await this.sendFor(whom, reason)) && !this.state.dirty
  }

  /** @returns whether what could be saved is on the server; more may have been typed meanwhile, or need a correction */
  protected async sendFor(whom: 'person' | 'timer', reason: SaveReason): Promise<boolean> {
    this.ports.flush()
    this.pace.stopSaving()
    while (this.underWay) await this.underWay
    if (!this.reconsider()) {
      this.pace.beginAgain()
      if (whom === 'person') this.askConflict(true)
      return false
    }
    if (!this.state.dirty) return true
    if (reason !== 'autosave') this.refused.forget()
    this.underWay = this.send(whom, reason).finally(() => (this.underWay = undefined))
    return this.underWay
  }

  /** Shows the question of an open conflict, as far as there is one by now. */
  compare() {
    this.ports.flush()
    if (this.reconsider()) this.saveSoon()
    else this.askConflict(true)
  }

  /**
   * Looks at an open conflict again: fields, and places of the text, in which nothing collides any more, as the person took their
   * words out again, are merged like all others. @returns whether no question is left
   */
  private reconsider(): boolean {
    const { conflict, fields } = this.state
    if (!conflict) return true
    const { base } = this.question
    const theirs = { ...fields, ...pick<ArticleFields>(this.question.theirs, conflict.fields) }
    const began = { sent: { ...fields, ...base.sent }, stored: { ...theirs, ...base.stored } }
    const { merged, conflicts, offered, question } = mergeFields<ArticleFields>(began, fields, theirs, mergers)
    const left = conflict.fields.filter((name) => !(name in base.sent) || conflicts.includes(name))
    const free = conflict.fields.filter((name) => !left.includes(name))
    const takenOver = conflict.fields.filter((name) => free.includes(name) || !sameValue(merged[name], fields[name]))
    const sides = pick<ArticleFields>(offered, conflicts)
    if (takenOver.length > 0 || differing<ArticleFields>(sides, fieldsOf(conflict.theirs)).length > 0) {
      const together = { ...fields, ...pick<ArticleFields>(merged, conflict.fields) }
      const dirty = differing<ArticleFields>(this.base.sent, together).length > 0
      const keptBase = (one: keyof typeof base) => ({ ...pick<ArticleFields>(base[one], left), ...question[one] })
      this.question = { ...this.question, base: { sent: keptBase('sent'), stored: keptBase('stored') } }
      this.update({
        fields: together,
        dirty,
        faults: this.refused.faultsOf(together),
        conflict: left.length > 0 ? { ...conflict, theirs: { ...conflict.theirs, ...sides }, fields: left } : undefined,
        ...(takenOver.length > 0 && {
          merged: { changedBy: conflict.changedBy, fields: takenOver, besideOwn: dirty },
        }),
      })
      if (!dirty) this.allSaved({ kind: 'saved', at: this.state.article!.updatedAt })
    }
    return left.length === 0
  }

  /** Takes over what the server answered to an action (publish, restore …); what is typed since stays. */
  accept(article: Article) {
    if (this.state.article && article.version < this.state.article.version) return
    this.takeOver(article, article.updatedBy?.name ?? '')
    const { dirty, conflict } = this.state
    if (dirty && !conflict) this.saveSoon()
    if (!dirty) this.allSaved({ kind: 'saved', at: article.updatedAt })
  }

  /** The same article, fetched again: someone else may have changed it. @returns whether it was newer and is shown now */
  noticed(article: Article): boolean {
    if (!this.state.article || article.version <= this.state.article.version || this.underWay || this.state.conflict)
      return false
    this.merge(article, article.updatedBy?.name ?? '')
    if (this.state.dirty) this.saveSoon()
    return true
  }

  protected async send(whom: 'person' | 'timer', reason: SaveReason): Promise<boolean> {
    const { article, fields } = this.state
    const faults = this.refused.faultsOf(fields)
    const names = differing<ArticleFields>(this.base.sent, fields).filter((name) => !faults[name])
    if (names.length === 0) return false
    this.update({ save: { kind: 'saving' } })
    const sent = pick<ArticleFields>(fields, names)
    if (!article) return this.sendFirst(sent, whom, reason)
    try {
      this.saved(await this.ports.edit(article.id, { version: article.version, reason, ...sent }), names, fields, false)
      return true
    } catch (error) {
      return this.failed(error, names, fields, whom, reason)
    }
  }

  /** Makes the article. Where that was tried before without an answer it may exist: then the same is sent again first. */
  private async sendFirst(
    sent: Partial<ArticleFields>,
    whom: 'person' | 'timer',
    reason: SaveReason,
  ): Promise<boolean> {
    const isAgain = this.first !== undefined
    const first = (this.first ??= { key: createKey(), fields: sent })
    // The tab may be gone before the answer comes.
    void this.keepNow()
    const names = namesOf(first.fields) as FieldName[]
    const fields = { ...this.state.fields, ...first.fields }
    try {
      const answer = await this.ports.create({ title: '', ...first.fields }, first.key)
      this.first = undefined
      if (answer.version === 1) this.saved(answer, names, fields, true)
      else return await this.changedSince(answer, fields, whom, reason)
      return true
    } catch (error) {
      if (!mayHaveArrived(error)) this.first = undefined
      // What was refused is an older text than the one on the screen.
      if (isAgain && !this.first) return this.send(whom, reason)
      return this.failed(error, names, fields, whom, reason)
    }
  }

  /** The first save was answered late: someone else has found the article and changed it meanwhile. */
  private async changedSince(
    article: Article,
    sent: ArticleFields,
    whom: 'person' | 'timer',
    reason: SaveReason,
  ): Promise<boolean> {
    this.base = { sent, stored: sent }
    void this.ports.drop(undefined)
    if (this.merge(article, article.updatedBy?.name ?? '')) return this.send(whom, reason)
    const { conflict, dirty } = this.state
    if (conflict && whom === 'person') this.askConflict(true)
    if (!dirty) this.allSaved({ kind: 'saved', at: article.updatedAt })
    return !conflict
  }

  protected saved(article: Article, names: readonly FieldName[], sentFields: ArticleFields, first: boolean) {
    const stored = fieldsOf(article)
    const before = this.base.sent
    // What was sent stays on the screen as it was typed, even where the server trimmed or cleaned it: the cursor is in it.
    const typed = names.filter((name) => !REFERRING.has(name))
    this.base = { sent: { ...stored, ...pick<ArticleFields>(sentFields, typed) }, stored }
    const untouched = differing<ArticleFields>(this.state.fields, stored).filter((name) => !typed.includes(name))
    // What was held back or refused is not on the server: it stays as the person chose it.
    const mine = new Set(differing<ArticleFields>(before, sentFields).filter((name) => !names.includes(name)))
    const followed = untouched.filter((name) => !mine.has(name) && this.state.fields[name] === sentFields[name])
    const fields = { ...this.state.fields, ...pick<ArticleFields>(stored, followed) }
    const dirty = differing<ArticleFields>(this.base.sent, fields).length > 0
    this.update({
      article,
      fields,
      dirty,
      faults: this.refused.faultsOf(fields),
      save: dirty ? { kind: 'here' } : { kind: 'saved', at: article.updatedAt },
    })
    // From now on it is kept under its own id.
    if (first) void this.ports.drop(undefined)
    if (!dirty) return this.allSaved({ kind: 'saved', at: article.updatedAt })
    if (first) void this.keepNow()
    this.pace.beginAgain()
    this.saveSoon()
  }

  protected async failed(
    error: unknown,
    names: readonly FieldName[],
    sentFields: ArticleFields,
    whom: 'person' | 'timer',
    reason: SaveReason,
  ): Promise<boolean> {
    const named = error instanceof ApiError ? error : new ApiError('unexpected')
    if (named.code === 'stale_version' && named.problem?.current) {
      const settled = this.merge(named.problem.current as Article, named.problem.changedBy ?? '')
      if (whom === 'person') this.askConflict(true)
      return settled ? this.send(whom, reason === 'autosave' ? 'save' : reason) : false
    }
    const keptHere = await this.keepNow()
    const refused = this.refused.add(named, sentFields)
    this.update({ save: { kind: 'failed', error: named, keptHere }, faults: this.refused.faultsOf(this.state.fields) })
    // Without what was refused the rest can be saved.
    if (names.some((name) => refused.has(name)) && names.some((name) => !refused.has(name)))
      return this.send(whom, reason === 'save' ? 'autosave' : reason)
    if (TRANSIENT.has(named.code) && !this.disposed) this.pace.tryAgain()
    return false
  }

  /** @returns whether no question is left for the person */
  protected merge(theirs: Article, changedBy: string): boolean {
    this.ports.flush()
    const besideOwn = this.state.dirty
    const takenOver = this.takeOver(theirs, changedBy)
    if (takenOver.length > 0) this.update({ merged: { changedBy, fields: takenOver, besideOwn } })
    const { conflict, dirty } = this.state
    return !conflict && dirty
  }

  /**
   * The newest state on the server, with what is typed here. A question that was open stays one, where nothing answers it.
   * @returns the fields that the other one changed and that are on the screen now
   */
  private takeOver(theirs: Article, changedBy: string): FieldName[] {
    this.ports.flush()
    const { conflict: open, fields } = this.state
    const { base } = open ? this.question : NO_QUESTION
    const began = { sent: { ...this.base.sent, ...base.sent }, stored: { ...this.base.stored, ...base.stored } }
    const now = fieldsOf(theirs)
    const found = mergeFields<ArticleFields>(began, fields, now, mergers)
    const { merged, takenOver, offered } = found
    const unanswered = (open?.fields ?? []).filter(
      (name) => !(name in base.sent) && !found.conflicts.includes(name) && !sameValue(merged[name], now[name]),
    )
    const conflicts = [...found.conflicts, ...unanswered]
    this.base = found.base
    const dirty = differing<ArticleFields>(this.base.sent, merged).length > 0
    this.question = { base: found.question, theirs: pick<ArticleFields>(now, conflicts) }
    this.update({
      article: theirs,
      fields: merged,
      dirty,
      faults: this.refused.faultsOf(merged),
      conflict:
        conflicts.length > 0
          ? { theirs: { ...theirs, ...offered }, changedBy, fields: conflicts, isAsked: false }
          : undefined,
      save: dirty ? { kind: 'here' } : { kind: 'saved', at: theirs.updatedAt },
    })
    if (conflicts.length > 0) void this.keepNow()
    return takenOver
  }
}
