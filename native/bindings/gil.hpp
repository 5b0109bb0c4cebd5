#pragma once

// Taking the GIL and releasing it, in threads that Python may abandon.
//
// When the interpreter ends, daemon threads no longer get the GIL. Up to Python 3.13 the call that asks for it ends the
// thread with pthread_exit, which on Linux unwinds the stack like an exception. The guards of nanobind are noexcept, so
// that the process would abort, and its exit code would be lost. Here such a thread waits for the end of the process
// instead, as it does in Python 3.14: the other threads of its search still use its stack.

#include <nanobind/nanobind.h>

#include <chrono>
#include <thread>

namespace taquin::bindings {

namespace nb = nanobind;

[[noreturn]] inline void wait_for_end_of_process() {
    for (;;) {
        std::this_thread::sleep_for(std::chrono::hours(1));
    }
}

/// Call a function of Python's C API that may end this thread; then never return. It throws no exception of C++, so
/// that only the end of the thread is caught. No object with a destructor may be between this frame and Python's:
/// without the GIL it must not be destroyed.
template <class Call>
auto call_unless_ended(const Call& call) {
    try {
        return call();
    } catch (...) {
        wait_for_end_of_process();
    }
}

/// Releases the GIL while the block runs.
class ReleasedGil {
public:
    ReleasedGil() : state_(PyEval_SaveThread()) {}
    ReleasedGil(const ReleasedGil&) = delete;
    ReleasedGil& operator=(const ReleasedGil&) = delete;
    ~ReleasedGil() {
        call_unless_ended([&] { PyEval_RestoreThread(state_); });
    }

private:
    PyThreadState* state_;
};

/// Holds the GIL while the block runs.
class HeldGil {
public:
    HeldGil() : state_(call_unless_ended(&PyGILState_Ensure)) {}
    HeldGil(const HeldGil&) = delete;
    HeldGil& operator=(const HeldGil&) = delete;
    ~HeldGil() { PyGILState_Release(state_); }

private:
    PyGILState_STATE state_;
};

/// Call a Python function from a thread that has released the GIL. Throws what the function raises. Python's signal
/// handlers run too.
template <class Result, class... Values>
Result call_python(const nb::object& function, Values... values) {
    const HeldGil gil;
    const nb::tuple arguments = nb::make_tuple(values...);
    PyObject* result = call_unless_ended([&] { return PyObject_CallObject(function.ptr(), arguments.ptr()); });
    if (result == nullptr) {
        throw nb::python_error();
    }
    return nb::cast<Result>(nb::steal<nb::object>(result));
}

}  // namespace taquin::bindings
