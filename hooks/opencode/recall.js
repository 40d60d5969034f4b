// recall: what an agent should know when a session begins and when it acts, and what was said when a turn ends.
// Written by `recall hooks install opencode`, removed by `recall hooks remove opencode`.
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { homedir } from "node:os"

const USUAL = `${homedir()}/.local/bin/recall`
const RECALL = existsSync(USUAL) ? USUAL : "recall"
const TOOLS = ["bash", "read", "edit", "write", "patch", "multiedit", "apply_patch"] // they run commands or touch files
const MOST = 64_000 // letters of a tool's output that are looked at
const TITLE = "title generator" // opencode asks for a session's title with a prompt of its own: no brief there

export const Recall = async ({ directory }) => {
  const told = new Map() // one brief a session, the same bytes every turn: the provider's prompt cache holds
  const hook = (event, session, wait, more = {}) =>
    new Promise((done) => {
      const child = spawn(RECALL, ["hook", event, "--agent", "opencode"], {
        cwd: directory,
        detached: !wait,
        stdio: ["pipe", wait ? "pipe" : "ignore", "ignore"],
      })
      let text = ""
      const stop = wait && setTimeout(() => child.kill(), event === "tool-end" ? 5_000 : 10_000)
      child.on("error", () => done(""))
      child.stdin.on("error", () => {})
      child.stdout?.on("data", (part) => (text += part))
      child.on("close", () => (clearTimeout(stop), done(text)))
      child.stdin.end(JSON.stringify({ session_id: session, cwd: directory, ...more }))
      if (!wait) child.unref()
    })
  return {
    "experimental.chat.system.transform": async (input, output) => {
      if (output.system.some((text) => text.includes(TITLE))) return
      const session = input?.sessionID ?? ""
      if (!told.has(session)) told.set(session, hook("session-start", session, true))
      const text = (await told.get(session)).trim()
      if (text) output.system.push(text)
    },
    "tool.execute.after": async (input, output) => {
      if (!TOOLS.includes(input?.tool) || typeof output?.output !== "string") return
      const seen = output.output.slice(0, MOST / 4) + output.output.slice(MOST / 4).slice(-MOST)
      const use = { tool_name: input.tool, tool_input: input.args ?? {}, tool_response: seen }
      const text = (await hook("tool-end", input.sessionID ?? "", true, use)).trim()
      if (text) output.output += `\n${text}`
    },
    event: async ({ event }) => {
      if (event.type === "session.idle") hook("session-end", event.properties?.sessionID ?? "", false)
    },
  }
}
