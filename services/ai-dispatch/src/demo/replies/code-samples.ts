interface Sample {
  pattern: RegExp;
  what: string;
  python: string;
  javascript: string;
}

/** Small programs the demo can write. The last one is for everything else. */
export const codeSamples: Sample[] = [
  {
    pattern: /fizz/i,
    what: 'FizzBuzz',
    python: 'for n in range(1, 101):\n    word = "Fizz" * (n % 3 == 0) + "Buzz" * (n % 5 == 0)\n    print(word or n)',
    javascript:
      "for (let n = 1; n <= 100; n++) {\n  const word = (n % 3 ? '' : 'Fizz') + (n % 5 ? '' : 'Buzz');\n  console.log(word || n);\n}",
  },
  {
    pattern: /fibonacci/i,
    what: 'Fibonacci numbers',
    python:
      'def fibonacci(count):\n    a, b = 0, 1\n    for _ in range(count):\n        yield a\n        a, b = b, a + b\n\nprint(list(fibonacci(10)))',
    javascript:
      'function* fibonacci(count) {\n  let [a, b] = [0, 1];\n  for (let i = 0; i < count; i++) {\n    yield a;\n    [a, b] = [b, a + b];\n  }\n}\n\nconsole.log([...fibonacci(10)]);',
  },
  {
    pattern: /factorial/i,
    what: 'a factorial',
    python: 'def factorial(n):\n    result = 1\n    for k in range(2, n + 1):\n        result *= k\n    return result',
    javascript:
      'function factorial(n) {\n  let result = 1n;\n  for (let k = 2n; k <= BigInt(n); k++) result *= k;\n  return result;\n}',
  },
  {
    pattern: /prime/i,
    what: 'a test for primes',
    python:
      'def is_prime(n):\n    if n < 2:\n        return False\n    return all(n % d for d in range(2, int(n ** 0.5) + 1))',
    javascript:
      'function isPrime(n) {\n  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;\n  return n >= 2;\n}',
  },
  {
    pattern: /reverse/i,
    what: 'reversing a string',
    python: 'def reverse(text):\n    return text[::-1]',
    javascript: "const reverse = (text) => [...text].reverse().join('');",
  },
  {
    pattern: /sort/i,
    what: 'sorting',
    python: 'def by_length(words):\n    return sorted(words, key=lambda word: (len(word), word))',
    javascript: 'const byLength = (words) =>\n  [...words].sort((a, b) => a.length - b.length || a.localeCompare(b));',
  },
  {
    pattern: /./,
    what: 'a start',
    python: 'def main():\n    print("Hello from the demo")\n\nif __name__ == "__main__":\n    main()',
    javascript: "function main() {\n  console.log('Hello from the demo');\n}\n\nmain();",
  },
];
