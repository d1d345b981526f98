/// A place that calls a function, or hands it to something that will.
struct ScriptCaller {
  enum Timing {
    case now
    /// After the milliseconds that the second argument gives, or again and again.
    case delay, interval
    /// With the next picture of the page.
    case frame
    /// Once for each element of a list.
    case elements
  }

  /// A token of the place.
  var call: Int
  var timing: Timing
  /// The bracket of the call's arguments; for timers of the timer's own.
  var arguments: Int?
  /// Whether the place is in the function itself.
  var isRecursive = false
  /// For `elements` the name of the list, or the bracket that begins it.
  var list: Int?
}

extension Script {
  /// Where a function is called in the file, or handed to a timer. Event handlers and functions that other files call have no callers.
  func callers(of function: ScriptFunction) -> [ScriptCaller] {
    let direct = directCaller(of: function)
    guard let name = function.name else { return direct.map { [$0] } ?? [] }
    var callers = direct.map { [$0] } ?? []
    let isMethod = self.isMethod(function)
    let scope = isMethod ? -1 : scopeOfName(of: function)
    for place in occurrences(of: name) where isMethod || contains(scope, place) {
      // The function's own name, and names of other things.
      if place >= function.range.lowerBound, place < function.body.lowerBound { continue }
      if isWord(place - 1, "function") || isDeclared(place) { continue }
      if isSign(place - 1, "."), !isReceiver(place - 2, isMethod: isMethod) { continue }
      if isSign(place - 1, "?.") { continue }
      let isRecursive = function.range.contains(place)
      if direct != nil, !isRecursive { continue }
      if isSign(place + 1, "(") {
        // `name(…) {` is a method of that name.
        if let closing = partner(place + 1), isSign(closing + 1, "{"), self.function(withBodyAt: closing + 1) != nil {
          continue
        }
        callers.append(ScriptCaller(call: place, timing: .now, arguments: place + 1, isRecursive: isRecursive))
      } else if let bracket = bracketOfArgument(place), let timing = timing(ofCallAt: bracket) {
        callers.append(ScriptCaller(call: bracket, timing: timing, arguments: bracket, isRecursive: isRecursive))
      }
      if callers.count >= 64 { break }
    }
    return callers
  }

  /// The caller of a function that is called or handed over where it is written; nil if it has a name to be called by, or waits for an event.
  private func directCaller(of function: ScriptFunction) -> ScriptCaller? {
    // `function () { … }()` and `(() => { … })()`
    var end = function.range.upperBound
    if isSign(end, ")"), let opening = partner(end), opening == function.range.lowerBound - 1,
      calleeEnd(before: opening) == nil
    {
      end += 1
    }
    if isSign(end, "(") {
      return ScriptCaller(call: function.range.lowerBound - 1, timing: .now, arguments: end)
    }
    guard let bracket = bracketOfArgument(function.range.lowerBound), let callee = calleeEnd(before: bracket) else {
      return nil
    }
    if function.name != nil, isWrapper(callee) { return nil }
    if let timing = timing(ofCallAt: bracket) { return ScriptCaller(call: bracket, timing: timing, arguments: bracket) }
    if isWord(callee, "forEach", "map"), isSign(callee - 1, ".") {
      let list = isSign(callee - 2, "]") ? partner(callee - 2) : callee - 2
      return ScriptCaller(call: bracket, timing: .elements, list: list)
    }
    if isEventSource(callee) { return nil }
    // Promises, effects and the like call it soon.
    return ScriptCaller(call: bracket, timing: .now, arguments: nil)
  }

  private func isWrapper(_ callee: Int) -> Bool {
    isWord(callee, "useCallback", "useMemo", "memo", "debounce", "throttle", "once")
  }

  /// The bracket of the call that a token is an argument of, or the first token of one; nil if it is none.
  private func bracketOfArgument(_ index: Int) -> Int? {
    guard isSign(index - 1, "(") || isSign(index - 1, ","), let bracket = parent(of: index), isSign(bracket, "("),
      calleeEnd(before: bracket) != nil
    else { return nil }
    return bracket
  }

  /// The last token of what is called with the bracket at an index; nil if the bracket only groups, or belongs to a statement.
  private func calleeEnd(before bracket: Int) -> Int? {
    let last = bracket - 1
    if word(last) != nil {
      return isWord(last, "if", "for", "while", "switch", "return", "typeof", "await", "in", "of", "case", "function")
        ? nil : last
    }
    if isSign(last, ">") || isSign(last, "]") { return last }
    return nil
  }

  private func timing(ofCallAt bracket: Int) -> ScriptCaller.Timing? {
    var callee = bracket - 1
    if isSign(callee, ">") {
      while callee > 0, !isSign(callee, "<") { callee -= 1 }
      callee -= 1
    }
    if isWord(callee, "setTimeout", "delayedCall") { return .delay }
    if isWord(callee, "setInterval") { return .interval }
    if isWord(callee, "requestAnimationFrame") { return .frame }
    return nil
  }

  /// Whether a call waits for events, so that the functions handed to it are called whenever they happen.
  private func isEventSource(_ callee: Int) -> Bool {
    isWord(
      callee, "addEventListener", "on", "click", "one", "once", "subscribe", "submit", "hover", "addListener", "listen")
  }

  /// Whether what stands before the point of `….name(…)` may have a function of the script under that name.
  private func isReceiver(_ place: Int, isMethod: Bool) -> Bool {
    if isWord(place, "this", "window", "self") { return true }
    return isMethod
      && !isWord(place, "Math", "Date", "Object", "Array", "Number", "String", "JSON", "console", "Promise")
  }

  /// The bracket around the place where a function's name is declared; −1 for the whole script.
  private func scopeOfName(of function: ScriptFunction) -> Int {
    // The name of a function that is an expression is known inside of it, and where the variable is that holds it.
    parent(of: function.range.lowerBound).map { isSign($0, "(") ? parent(of: $0) ?? -1 : $0 } ?? -1
  }

  /// Whether a function is a method or the value of a key.
  private func isMethod(_ function: ScriptFunction) -> Bool {
    isSign(function.range.lowerBound - 1, ":")
      || !isWord(function.range.lowerBound, "function", "async") && isSign(function.parameters.lowerBound - 1, "(")
        && word(function.parameters.lowerBound - 2) == function.name && function.name != nil
  }

  /// The name of the event that a function waits for, or of the attribute that holds it.
  func event(of function: ScriptFunction) -> String? {
    let start = function.range.lowerBound
    if let bracket = parent(of: start), isSign(bracket, "("), token(bracket + 1).kind == .text {
      return ScriptLiteral.text(self, bracket + 1)
    }
    // `onClick={() => …}`
    if isSign(start - 1, "{"), isSign(start - 2, "="), let name = word(start - 3) { return name }
    return nil
  }
}

/// A loop around a place: its variable, and what says how often it runs.
struct ScriptLoop {
  /// The token of `for` or `while`.
  var keyword: Int
  /// The token of the variable's name.
  var variable: Int?
  /// The first tokens of the variable's first value, of the condition, and of what is added in each round.
  var first, condition, step: Int?
  var isDescending = false
  /// The first token of the list whose elements are gone through.
  var list: Int?
}

extension Script {
  /// The innermost loop around a token, of those that begin after another.
  func loop(around index: Int, outerEnd: Int) -> ScriptLoop? {
    var place = index
    if let head = headOfStatement(around: place), head > outerEnd { return loop(head: head) }
    while let parent = parent(of: place), parent >= outerEnd {
      if isSign(parent, "{"), isSign(parent - 1, ")"), let opening = partner(parent - 1), isWord(opening - 1, "for"),
        opening - 1 >= outerEnd
      {
        return loop(head: opening)
      }
      place = parent
      if let head = headOfStatement(around: place), head > outerEnd { return loop(head: head) }
    }
    return nil
  }

  /// The bracket of the `for` whose body, without braces, is the statement that a token stands in.
  private func headOfStatement(around index: Int) -> Int? {
    var place = index - 1
    while place >= 0 {
      let token = tokens[place]
      if token.kind == .end || token.isOpening || token.isSign(";") { return nil }
      if token.isClosing, let opening = partner(place) {
        if isWord(opening - 1, "for"), !isSign(place + 1, "{") { return opening }
        place = opening
      }
      place -= 1
    }
    return nil
  }

  private func loop(head opening: Int) -> ScriptLoop? {
    guard let closing = partner(opening) else { return nil }
    var loop = ScriptLoop(keyword: opening - 1)
    var index = opening + 1
    if isWord(index, "const", "let", "var") { index += 1 }
    guard word(index) != nil else { return loop }
    loop.variable = index
    if isWord(index + 1, "of") {
      loop.list = index + 2
      return loop
    }
    loop.first = initializer(after: index)
    let semicolons = (opening + 1..<closing).filter { isSign($0, ";") }
    guard semicolons.count == 2 else { return loop }
    loop.condition = semicolons[0] + 1
    // i++, i--, i += 2, i -= 2
    let change = semicolons[1] + 1
    let name = text(index)
    if word(change) == name {
      loop.isDescending = isSign(change + 1, "--") || isSign(change + 1, "-=")
      if isSign(change + 1, "+=") || isSign(change + 1, "-=") { loop.step = change + 2 }
    } else {
      loop.isDescending = isSign(change, "--")
    }
    return loop
  }
}
