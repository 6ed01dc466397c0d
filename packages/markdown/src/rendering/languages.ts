/** What is particular to a language; the rest is what nearly all share. */
export interface Language {
  /** What begins a comment that runs to the end of the line. */
  readonly comments: readonly string[];
  /** Words of its own. */
  readonly keywords: ReadonlySet<string>;
  /** Lines that are not read word by word. */
  readonly kind?: 'plain' | 'diff' | 'markup' | 'style' | 'data';
}

const sets = (lists: Readonly<Record<string, string>>, valueOf: (name: string) => string) =>
  Object.entries(lists).flatMap(([name, languages]) =>
    languages.split(' ').map((language) => [language, valueOf(name)] as const),
  );

const comments = new Map(
  sets(
    {
      '#':
        'bash sh shell zsh fish console py python rb ruby yaml yml toml r perl pl elixir ex exs nim julia jl powershell ps1 pwsh ' +
        'dockerfile docker makefile make cmake hcl terraform tf nix conf properties env dotenv gitignore graphql gql ' +
        'nginx awk sed tcl coffee crystal gdscript starlark bazel',
      '--': 'sql postgresql postgres psql mysql sqlite plsql tsql lua haskell hs elm ada vhdl applescript',
      '%': 'tex latex erlang erl matlab octave prolog',
      ';': 'lisp clojure clj scheme racket asm nasm elisp',
      '# ;': 'ini cfg',
      '# //': 'php',
      "'": 'vb vbnet basic vba',
      '!': 'fortran f90',
    },
    (name) => name,
  ),
);

const kinds = new Map(
  sets(
    {
      plain: 'text txt plain plaintext markdown md log output',
      diff: 'diff patch',
      markup: 'html xml svg xhtml vue svelte xaml',
      style: 'css scss sass less',
      data: 'json jsonc json5',
    },
    (name) => name,
  ),
) as ReadonlyMap<string, NonNullable<Language['kind']>>;

const shared =
  'abstract and as async await begin bool boolean break by case catch char class const continue create def default ' +
  'defer delete do double elif else elsif end enum except export extends extern false final finally float fn for ' +
  'foreach from func function global go group if impl implements import in insert instanceof int integer interface ' +
  'into is join lambda let limit long loop match mod module mut namespace new nil none not null of on or order ' +
  'override package pass private protected protocol pub public raise readonly ref return returning self select set ' +
  'short static string struct super switch table then this throw throws trait true try type typeof undefined union ' +
  'unless unsafe unsigned update use using values var void when where while with yield';

const own: Readonly<Record<string, string>> = {
  'bash sh shell zsh fish console': 'fi esac done echo local until read exit source eval test cd sudo alias unset trap',
  'sql postgresql postgres psql mysql sqlite plsql tsql':
    'add all alter any array asc between cascade check column commit constraint cross database desc distinct drop exists ' +
    'explain foreign full grant having ilike index inner key left like materialized natural offset outer over partition ' +
    'primary recursive references revoke right rollback row rows schema some temporary text timestamp to transaction ' +
    'trigger truncate unique view window',
  'kotlin kt kts': 'fun val data object companion sealed suspend inline internal open lateinit constructor init',
  swift: 'guard inout deinit init extension protocol some any actor fileprivate weak',
  'java groovy scala': 'transient volatile synchronized native record sealed permits val object lazy given',
  'csharp cs fsharp fs':
    'decimal dynamic event internal object out params partial record sealed virtual lock nameof init val rec',
  'rust rs': 'crate dyn move ref box macro_rules usize isize str u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 Self',
  'go golang': 'chan fallthrough goto map range rune byte error make append len nil any',
  'c cpp c++ cc h hpp objc':
    'auto constexpr consteval explicit friend goto inline noexcept nullptr operator register sizeof template typename virtual volatile include define ifdef ifndef endif',
  php: 'echo elseif endif endforeach isset unset require require_once include_once array',
  'rb ruby crystal': 'attr_accessor attr_reader puts require rescue ensure redo retry undef alias',
  'py python': 'assert del nonlocal print True False None',
  'perl pl': 'my our sub use strict foreach last next unless qw',
  'elixir ex exs': 'defmodule defp defstruct cond receive after rescue alias require quote',
  'haskell hs elm': 'data deriving instance newtype infixl infixr qualified hiding',
  'dockerfile docker':
    'add arg cmd copy entrypoint env expose from healthcheck label run shell stopsignal user volume workdir',
  'powershell ps1 pwsh': 'param process filter foreach switch throw trap cmdletbinding',
  r: 'library repeat next function TRUE FALSE NULL NA',
  dart: 'late required factory mixin extension typedef show hide',
  lua: 'local repeat until elseif goto',
  'solidity sol':
    'contract mapping address payable event modifier require memory storage view pure uint uint256 external',
  zig: 'comptime errdefer orelse usize u8 i32 anytype',
  'graphql gql': 'query mutation subscription fragment input scalar schema directive',
  'proto protobuf': 'message service rpc returns repeated optional oneof syntax option reserved',
};

const common = shared.split(' ');
const keywords = new Map(
  Object.entries(own).flatMap(([languages, words]) => {
    const all = new Set([...common, ...words.split(' ')]);
    return languages.split(' ').map((language) => [language, all] as const);
  }),
);
const commonKeywords: ReadonlySet<string> = new Set(common);

/** A language by any of the names that replies give it; one that is not known is read like most. */
export function languageOf(name: string): Language {
  const kind = name === '' ? 'plain' : kinds.get(name);
  return {
    comments: kind === 'data' || kind === undefined ? (comments.get(name)?.split(' ') ?? ['//']) : [],
    keywords: keywords.get(name) ?? commonKeywords,
    ...(kind && { kind }),
  };
}
