/**
 * The completion scripts. Each calls `rooms __complete`, which first prints `files` if the shell has to complete file names, and
 * then one candidate per line, with its description after a tab.
 */

import type { Shell } from "./flags.ts"

// Bash splits words at "=". The script joins them again, and removes the part before "=" from the completions.
const bash = `# Completion of rooms for bash: eval "$(rooms completion bash)"
_rooms() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=() word apart= directive value description
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ "$word" = "=" ]; then apart=1; words[\${#words[@]}-1]+="="
    elif [ -n "$apart" ]; then apart=; words[\${#words[@]}-1]+="$word"
    else words+=("$word"); fi
  done
  if [ "$current" = "=" ]; then apart=1 current=; words[\${#words[@]}-1]+="="; fi
  local before=
  if [ -n "$apart" ]; then
    before="\${words[\${#words[@]}-1]}"
    unset "words[\${#words[@]}-1]"
  fi
  COMPREPLY=()
  {
    read -r directive
    while IFS=$'\\t' read -r value description; do COMPREPLY+=("\${value#"$before"}"); done
  } < <("\${COMP_WORDS[0]}" __complete "--current=$before$current" -- "\${words[@]}" 2>/dev/null)
  if [ "$directive" = files ]; then compopt -o default 2>/dev/null; fi
}
complete -F _rooms rooms
`

const zsh = `#compdef rooms
# Completion of rooms for zsh: rooms completion zsh > ~/.zfunc/_rooms, or eval "$(rooms completion zsh)"
_rooms() {
  local directive value description
  local -a candidates
  {
    read -r directive
    while IFS=$'\\t' read -r value description; do
      candidates+=("\${value//:/\\\\:}\${description:+:$description}")
    done
  } < <("\${words[1]}" __complete "--current=\${words[CURRENT]}" -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)
  if [[ "$directive" == files ]]; then _files
  elif (( \${#candidates} )); then _describe rooms candidates
  fi
}
if [[ "\${funcstack[1]}" == _rooms ]]; then _rooms "$@"; else compdef _rooms rooms; fi
`

const fish = `# Completion of rooms for fish: rooms completion fish > ~/.config/fish/completions/rooms.fish
function __rooms_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l lines ($words[1] __complete "--current=$current" -- $words[2..-1] 2>/dev/null)
  if test "$lines[1]" = files
    __fish_complete_path $current
  else
    printf '%s\\n' $lines[2..-1]
  end
end
complete -c rooms -f -a '(__rooms_complete)'
`

const powershell = `# Completion of rooms for PowerShell: rooms completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName rooms -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text })
  $rest = @($words | Select-Object -Skip 1)
  $lines = @(& $words[0] __complete "--current=$wordToComplete" -- @rest 2>$null)
  if ($lines.Count -gt 0 -and $lines[0] -eq 'files') { return }
  $lines | Select-Object -Skip 1 | ForEach-Object {
    $value, $description = $_ -split "\`t", 2
    $tooltip = if ($description) { $description } else { $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $tooltip)
  }
}
`

/** Returns the completion script of a shell. */
export const completionScript = (shell: Shell): string => ({ bash, zsh, fish, powershell })[shell]
