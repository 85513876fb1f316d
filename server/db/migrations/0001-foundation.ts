import { sql, type Kysely } from 'kysely'

// Written in SQL, because that is what it is. Times have millisecond precision: what the wire carries is what a cursor compares.
const statements = [
  sql`create extension if not exists pg_trgm`,

  sql`create table user_account (
    id uuid primary key,
    version int not null default 1,
    email text not null,
    email_key text not null constraint user_account_email_key unique,
    name text not null,
    password_hash text,
    role text not null check (role in ('administrator', 'editor', 'author', 'ad_manager', 'viewer')),
    status text not null check (status in ('pending', 'active', 'suspended')),
    locale text not null default 'en',
    time_zone text not null default 'UTC',
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    last_seen_at timestamptz(3)
  )`,
  sql`create table session (
    id uuid primary key,
    token_hash bytea not null constraint session_token_hash unique,
    user_id uuid not null references user_account on delete cascade,
    created_at timestamptz(3) not null default now(),
    last_seen_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null,
    ip text not null,
    user_agent text not null
  )`,
  sql`create index session_by_user on session (user_id)`,
  sql`create table password_reset (
    id uuid primary key,
    user_id uuid not null references user_account on delete cascade,
    token_hash bytea not null constraint password_reset_token_hash unique,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null,
    used_at timestamptz(3)
  )`,
  sql`create table invitation (
    id uuid primary key,
    email text not null,
    role text not null,
    token_hash bytea not null constraint invitation_token_hash unique,
    created_at timestamptz(3) not null default now(),
    created_by uuid references user_account,
    expires_at timestamptz(3) not null,
    used_at timestamptz(3)
  )`,
  sql`create table mail_outbox (
    id uuid primary key,
    kind text not null,
    recipient text not null,
    payload jsonb not null default '{}',
    status text not null default 'waiting' check (status in ('waiting', 'sent', 'dropped', 'failed')),
    attempts int not null default 0,
    last_error text not null default '',
    created_at timestamptz(3) not null default now(),
    sent_at timestamptz(3)
  )`,
  sql`create index mail_outbox_waiting on mail_outbox (created_at) where status = 'waiting'`,
  sql`create table rate_limit (
    key text primary key,
    window_started_at timestamptz(3) not null default now(),
    hits int not null default 1
  )`,
  sql`create table setting (
    key text primary key,
    value jsonb not null,
    updated_at timestamptz(3) not null default now(),
    updated_by uuid references user_account
  )`,
  sql`create table audit_event (
    id uuid primary key,
    at timestamptz(3) not null default now(),
    actor_id uuid,
    actor_name text not null default '',
    action text not null,
    entity_type text not null,
    entity_id uuid,
    entity_title text not null default '',
    ip text not null default '',
    before jsonb,
    after jsonb
  )`,
  sql`create index audit_event_at on audit_event (at desc, id desc)`,
  sql`create index audit_event_entity on audit_event (entity_type, entity_id, at desc)`,
  sql`create table saved_view (
    id uuid primary key,
    owner_id uuid not null references user_account on delete cascade,
    screen text not null,
    name text not null,
    query text not null,
    shared boolean not null default false,
    created_at timestamptz(3) not null default now()
  )`,
  sql`create index saved_view_screen on saved_view (screen, owner_id)`,

  sql`create table media (
    id uuid primary key,
    version int not null default 1,
    created_at timestamptz(3) not null default now(),
    created_by uuid references user_account,
    updated_at timestamptz(3) not null default now(),
    updated_by uuid references user_account,
    deleted_at timestamptz(3),
    sha256 bytea not null,
    name text not null,
    type text not null,
    bytes bigint not null,
    width int not null,
    height int not null,
    alt text not null default '',
    caption text not null default '',
    credit text not null default '',
    focal_x real,
    focal_y real,
    storage_key text not null,
    variants jsonb not null default '[]'
  )`,
  sql`create unique index media_sha256 on media (sha256) where deleted_at is null`,
  sql`create index media_created on media (created_at desc, id desc) where deleted_at is null`,
  sql`create index media_name_trgm on media using gin (lower(name || ' ' || alt || ' ' || caption) gin_trgm_ops)`,

  sql`create table author (
    id uuid primary key,
    version int not null default 1,
    created_at timestamptz(3) not null default now(),
    created_by uuid references user_account,
    updated_at timestamptz(3) not null default now(),
    updated_by uuid references user_account,
    deleted_at timestamptz(3),
    display_name text not null,
    sort_name text not null default '',
    slug text not null,
    bio text not null default '',
    avatar uuid references media,
    email text not null default '',
    links jsonb not null default '[]',
    job_title text not null default '',
    user_id uuid constraint author_user unique references user_account,
    hidden boolean not null default false
  )`,
  sql`create unique index author_slug on author (slug) where deleted_at is null`,
  sql`create index author_name on author (lower(display_name), id) where deleted_at is null`,
  sql`create index author_name_trgm on author using gin (lower(display_name) gin_trgm_ops)`,

  sql`create table tag (
    id uuid primary key,
    version int not null default 1,
    created_at timestamptz(3) not null default now(),
    created_by uuid references user_account,
    updated_at timestamptz(3) not null default now(),
    updated_by uuid references user_account,
    deleted_at timestamptz(3),
    name text not null,
    slug text not null,
    description text not null default '',
    colour text not null default '',
    visibility text not null default 'public' check (visibility in ('public', 'internal')),
    synonyms text[] not null default '{}',
    search_text text not null default ''
  )`,
  sql`create unique index tag_slug on tag (slug) where deleted_at is null`,
  sql`create unique index tag_name on tag (lower(name)) where deleted_at is null`,
  sql`create index tag_search_trgm on tag using gin (search_text gin_trgm_ops)`,

  sql`create table category (
    id uuid primary key,
    version int not null default 1,
    created_at timestamptz(3) not null default now(),
    created_by uuid references user_account,
    updated_at timestamptz(3) not null default now(),
    updated_by uuid references user_account,
    deleted_at timestamptz(3),
    name text not null,
    slug text not null,
    description text not null default '',
    parent uuid references category,
    position int not null default 0
  )`,
  sql`create unique index category_slug on category (slug) where deleted_at is null`,
  sql`create unique index category_sibling_name on category (parent, lower(name)) nulls not distinct where deleted_at is null`,
  sql`create index category_parent on category (parent, position)`,

  // The article as its editors see it. What readers see is the row of article_live.
  sql`create table article (
    id uuid primary key,
    version int not null default 1,
    created_at timestamptz(3) not null default now(),
    created_by uuid references user_account,
    updated_at timestamptz(3) not null default now(),
    updated_by uuid references user_account,
    deleted_at timestamptz(3),
    deleted_by uuid references user_account,
    status text not null default 'draft' check (status in ('draft', 'in_review', 'scheduled', 'published', 'archived')),
    has_changes boolean not null default false,
    published_at timestamptz(3),
    title text not null default '',
    subtitle text not null default '',
    slug text not null,
    excerpt text not null default '',
    body text not null default '',
    cover_media uuid references media,
    cover_alt text not null default '',
    cover_caption text not null default '',
    cover_credit text not null default '',
    primary_category uuid references category,
    featured boolean not null default false,
    ads_policy text not null default 'normal' check (ads_policy in ('normal', 'limited', 'none')),
    sensitive boolean not null default false,
    publish_at timestamptz(3),
    unpublish_at timestamptz(3),
    canonical_url text not null default '',
    seo_title text not null default '',
    seo_description text not null default '',
    social_image uuid references media,
    internal_note text not null default '',
    return_note text not null default '',
    word_count int not null default 0,
    reading_time int not null default 0,
    search_head text not null default '',
    search_words tsvector not null default ''
  )`,
  sql`create unique index article_slug on article (slug) where deleted_at is null`,
  sql`create index article_updated on article (updated_at desc, id desc) where deleted_at is null`,
  sql`create index article_created on article (created_at desc, id desc) where deleted_at is null`,
  sql`create index article_title on article (lower(title), id) where deleted_at is null`,
  sql`create index article_published on article (published_at desc nulls last, id desc) where deleted_at is null`,
  sql`create index article_publish_at on article (publish_at desc nulls last, id desc) where deleted_at is null`,
  // The other direction read backwards would start with all that have no date.
  sql`create index article_published_up on article (published_at, id) where deleted_at is null`,
  sql`create index article_publish_at_up on article (publish_at, id) where deleted_at is null`,
  sql`create index article_status_updated on article (status, updated_at desc, id desc) where deleted_at is null`,
  sql`create index article_creator_updated on article (created_by, updated_at desc, id desc) where deleted_at is null`,
  sql`create index article_my_drafts on article (created_by, updated_at desc, id desc)
    where status = 'draft' and deleted_at is null`,
  sql`create index article_returned on article (created_by, updated_at desc, id desc)
    where status = 'draft' and return_note <> '' and deleted_at is null`,
  sql`create index article_featured on article (updated_at desc, id desc) where featured and deleted_at is null`,
  sql`create index article_has_changes on article (updated_at desc, id desc) where has_changes and deleted_at is null`,
  sql`create index article_trashed on article (deleted_at desc, id desc) where deleted_at is not null`,
  sql`create index article_scheduled on article (publish_at) where status = 'scheduled' and deleted_at is null`,
  sql`create index article_search_head on article using gin (search_head gin_trgm_ops)`,
  sql`create index article_search_words on article using gin (search_words)`,

  sql`create table article_author (
    article_id uuid not null references article on delete cascade,
    author_id uuid not null references author,
    position int not null,
    primary key (article_id, author_id)
  )`,
  sql`create index article_author_author on article_author (author_id, article_id)`,
  sql`create table article_category (
    article_id uuid not null references article on delete cascade,
    category_id uuid not null references category,
    position int not null,
    primary key (article_id, category_id)
  )`,
  sql`create index article_category_category on article_category (category_id, article_id)`,
  sql`create index article_primary_category on article (primary_category)`,
  sql`create table article_tag (
    article_id uuid not null references article on delete cascade,
    tag_id uuid not null references tag,
    position int not null,
    primary key (article_id, tag_id)
  )`,
  sql`create index article_tag_tag on article_tag (tag_id, article_id)`,

  // One row per article that readers can see; content is the ArticleFields of the moment of publishing.
  sql`create table article_live (
    article_id uuid primary key references article on delete cascade,
    slug text not null constraint article_live_slug unique,
    title text not null,
    published_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    featured boolean not null,
    author_ids uuid[] not null,
    category_ids uuid[] not null,
    tag_ids uuid[] not null,
    content jsonb not null,
    word_count int not null,
    reading_time int not null,
    version int not null
  )`,
  sql`create index article_live_published on article_live (published_at desc, article_id desc)`,
  sql`create index article_live_authors on article_live using gin (author_ids)`,
  sql`create index article_live_categories on article_live using gin (category_ids)`,
  sql`create index article_live_tags on article_live using gin (tag_ids)`,

  sql`create table article_revision (
    id uuid primary key,
    article_id uuid not null references article on delete cascade,
    version int not null,
    created_at timestamptz(3) not null default now(),
    created_by uuid references user_account,
    reason text not null,
    title text not null,
    word_count int not null,
    content jsonb not null,
    constraint article_revision_version unique (article_id, version)
  )`,

  // What a bulk action changed, kept for an hour so that it can be taken back.
  sql`create table bulk_undo (
    id uuid primary key,
    created_at timestamptz(3) not null default now(),
    created_by uuid not null references user_account on delete cascade,
    action text not null
  )`,
  sql`create table bulk_undo_item (
    undo_id uuid not null references bulk_undo on delete cascade,
    article_id uuid not null references article on delete cascade,
    version_after int not null,
    before jsonb not null,
    live jsonb,
    primary key (undo_id, article_id)
  )`,
  sql`create index bulk_undo_item_article on bulk_undo_item (article_id)`,

  sql`create table redirect (
    path text primary key,
    entity_type text not null,
    entity_id uuid not null,
    created_at timestamptz(3) not null default now()
  )`,
  sql`create index redirect_entity on redirect (entity_type, entity_id)`,

  sql`create table import_run (
    id uuid primary key,
    source text not null,
    file_name text not null,
    dry_run boolean not null,
    status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
    created_at timestamptz(3) not null default now(),
    created_by uuid references user_account,
    finished_at timestamptz(3),
    done int not null default 0,
    total int not null default 0,
    error text not null default '',
    sums jsonb not null default '[]'
  )`,
  sql`create table import_item (
    run_id uuid not null references import_run on delete cascade,
    position int not null,
    kind text not null,
    source_id text not null,
    title text not null,
    outcome text not null check (outcome in ('created', 'merged', 'unchanged', 'skipped')),
    reason text not null default '',
    article_id uuid,
    primary key (run_id, position)
  )`,
  sql`create index import_item_outcome on import_item (run_id, outcome, position)`,
  // Which source item became which row here: what makes a second import change nothing.
  sql`create table import_source (
    site text not null,
    kind text not null,
    source_id text not null,
    entity_id uuid not null,
    content_hash bytea not null,
    entity_version int not null,
    primary key (site, kind, source_id)
  )`,
]

/** The first schema: identity, media, catalogue, articles, import. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
